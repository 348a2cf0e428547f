"""Stand-ins for the outside world: the payment provider, the SMS carrier, a mailbox and an "internet"."""


def run(host: str, port: int, smtp_port: int) -> None:
    """Serve until SIGTERM or SIGINT, everything in this one process and in memory."""
    # The echo server of the lab imports this package and must start without the web framework.
    from ieum.sandbox.server import run as serve  # noqa: PLC0415

    serve(host, port, smtp_port)
