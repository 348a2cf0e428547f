"""The name of the task that makes the files."""

MAKE = "console.make_exports"
