"""Moves the services of a gateway to others, each at its member's press or on the announced day."""
