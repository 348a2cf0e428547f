"""The job that a locked login queues, by name."""

TELL_OF_LOCK = "security.tell_of_lock"
