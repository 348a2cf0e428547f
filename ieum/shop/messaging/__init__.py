"""Mail and SMS: templates, the outbox, and the drivers that send."""
