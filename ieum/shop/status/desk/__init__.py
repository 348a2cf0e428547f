"""Staff's words at /status."""
