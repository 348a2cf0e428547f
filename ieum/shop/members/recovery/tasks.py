"""The job that a request for a lost id or password queues, by name."""

LOOK_UP = "recovery.look_up"
