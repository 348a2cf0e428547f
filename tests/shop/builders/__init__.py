"""What the tests of the shop stand on: rows with defaults for everything, callers over HTTP, and stand-ins."""
