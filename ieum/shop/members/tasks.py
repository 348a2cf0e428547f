"""Names of the jobs that the services of this room queue."""

LOOK_UP_ACCOUNT = "recovery.look_up"
TELL_OF_LOCK = "security.tell_of_lock"
