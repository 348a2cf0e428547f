"""Points and IP tickets: append-only grants and uses."""
