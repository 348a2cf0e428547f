"""Which gateway `ieum up` starts, and when the shop has to be told of a new one."""

from pathlib import Path

import pytest

from ieum.up import shop

PORTS = {"IEUM_PORT": 8000, "IEUM_SANDBOX_PORT": 8001}


@pytest.mark.parametrize("gateway", ["acknowledge", "lab"])
def test_a_gateway_is_the_same_one_after_a_restart(gateway: str, tmp_path: Path) -> None:
    """A new key would make every .conf that was handed out worthless."""
    (program,) = (
        one for one in shop.programs(ports=PORTS, data=tmp_path, gateway=gateway) if one.name == "gateway"
    )
    where = program.argv[program.argv.index("--state-dir") + 1]

    assert shop.needs_new_token(gateway, tmp_path)
    Path(where).mkdir()
    Path(where, "private.key").touch()
    assert not shop.needs_new_token(gateway, tmp_path)


def test_without_a_gateway_nobody_is_told_of_one(tmp_path: Path) -> None:
    assert not shop.needs_new_token("none", tmp_path)
    assert all(one.name != "gateway" for one in shop.programs(ports=PORTS, data=tmp_path, gateway="none"))
