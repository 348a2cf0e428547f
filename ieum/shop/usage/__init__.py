"""Use of services: bytes by hour, sessions, and who had an address when."""
