"""The name of the task that writes notices to many members."""

WRITE = "broadcasts.write"
