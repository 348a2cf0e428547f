"""Ports and start-up of programs that a test runs as processes of their own."""

import socket

import httpx

from tests.waiting import wait_until


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def wait_for_answer(address: str) -> None:
    """Return as soon as the address answers HTTP, with whatever status."""

    def answers() -> bool:
        try:
            httpx.get(address, timeout=1)
        except httpx.TransportError:
            return False
        return True

    wait_until(answers, f"{address} does not answer")
