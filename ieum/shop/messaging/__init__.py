"""Mail and SMS: outbox and drivers."""
