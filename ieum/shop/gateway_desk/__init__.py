"""Gateways as staff see and change them: how each is, enrolling, draining, evacuating."""
