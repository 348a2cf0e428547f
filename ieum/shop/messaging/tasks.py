"""The name of the task that delivers a message."""

DELIVER = "messaging.deliver"
