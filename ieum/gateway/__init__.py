"""The agent that runs on a gateway host. It knows WireGuard and firewalls, nothing of customers or money."""
