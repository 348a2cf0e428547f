"""`ieum up` runs the whole shop on one machine, for a first look and for development."""

from ieum.dev.up.command import add_arguments, run

__all__ = ["add_arguments", "run"]
