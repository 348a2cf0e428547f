"""Which gateway `ieum up` starts, and when it needs a new token for it."""

from pathlib import Path

import pytest

from ieum.up import shop

PORTS = {"IEUM_PORT": 8000, "IEUM_SANDBOX_PORT": 8001}


@pytest.mark.parametrize("gateway", ["acknowledge", "lab"])
def test_a_gateway_keeps_its_key_over_a_restart(gateway: str, tmp_path: Path) -> None:
    """With a new key, every .conf file that customers have would be useless."""
    (program,) = (
        program
        for program in shop.programs_to_run(ports=PORTS, data=tmp_path, gateway=gateway)
        if program.name == "gateway"
    )
    where = program.argv[program.argv.index("--state-dir") + 1]

    assert shop.needs_new_token(gateway, tmp_path)
    Path(where).mkdir()
    Path(where, "private.key").touch()
    assert not shop.needs_new_token(gateway, tmp_path)


def test_without_a_gateway_no_token_is_needed(tmp_path: Path) -> None:
    assert not shop.needs_new_token("none", tmp_path)
    assert all(
        program.name != "gateway"
        for program in shop.programs_to_run(ports=PORTS, data=tmp_path, gateway="none")
    )
