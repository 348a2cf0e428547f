"""What is used of a service: bytes by hour, sessions, and who had an address when."""
