"""Rows with defaults for everything, callers over HTTP, and stand-ins for the outside world."""
