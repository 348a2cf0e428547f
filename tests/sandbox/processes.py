"""Start-up of programs that a test runs as processes of their own."""

import httpx

from tests.waiting import wait_until


def wait_for_answer(address: str) -> None:
    """Return as soon as the address answers HTTP, with whatever status."""

    def answers() -> bool:
        try:
            httpx.get(address, timeout=1)
        except httpx.TransportError:
            return False
        return True

    wait_until(answers, f"{address} does not answer")
