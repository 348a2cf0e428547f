"""The job that every message queues, by name."""

DELIVER = "messaging.deliver"
