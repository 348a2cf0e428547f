"""Gateways, exit addresses, desired state."""
