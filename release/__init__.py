"""What makes a release; not part of it."""
