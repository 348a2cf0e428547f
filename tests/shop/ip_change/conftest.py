"""Changes of addresses wait for gateways that no test has: not for long."""

import pytest

from ieum.shop.gateways import readiness


@pytest.fixture(autouse=True)
def short_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(readiness, "LONGEST_WAIT_SECONDS", 0.02)
