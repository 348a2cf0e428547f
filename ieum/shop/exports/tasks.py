"""The name of the task that makes the files."""

MAKE = "exports.make_files"
