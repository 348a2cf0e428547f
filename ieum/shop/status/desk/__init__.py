"""What the staff say at /status."""
