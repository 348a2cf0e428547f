"""The agent that runs on a gateway host. It knows WireGuard and firewalls, nothing of customers or money."""

from ieum.gateway.options import Options, OptionsError, add_arguments, from_namespace
from ieum.gateway.run import run_agent

__all__ = ["Options", "OptionsError", "add_arguments", "from_namespace", "run_agent"]
