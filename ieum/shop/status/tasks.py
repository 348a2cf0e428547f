"""The name of the task that writes the page as files."""

WRITE = "status.write_files"
