"""The agent of a gateway host: knows WireGuard and firewalls, nothing of customers or money."""

from ieum.gateway.command import run
from ieum.gateway.options import Options, OptionsError, add_arguments, from_namespace

__all__ = ["Options", "OptionsError", "add_arguments", "from_namespace", "run"]
