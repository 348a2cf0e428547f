"""Which gateway `ieum up` starts, and when it needs a new token for it."""

import argparse
import json
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from ieum.dev.sandbox import command
from ieum.dev.up import shop
from ieum.shop.server.openapi import openapi_json

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


def test_the_sandbox_tells_the_shop_of_deposits(tmp_path: Path) -> None:
    """A deposit of the demo would else be noticed only when the books are compared."""
    sandbox = shop.programs_to_run(ports=PORTS, data=tmp_path, gateway="none")[0]
    parser = argparse.ArgumentParser()
    command.add_arguments(parser)

    url = parser.parse_args(sandbox.argv[sandbox.argv.index("sandbox") + 1 :]).webhook_url

    assert url.startswith("http://localhost:8000/")
    assert "post" in json.loads(openapi_json())["paths"][urlsplit(url).path]


@pytest.mark.parametrize(
    ("gateway", "given", "set_to"),
    [
        ("lab", "", {"IEUM_TRUSTED_PROXIES": "127.0.0.1,::1"}),
        ("lab", "10.0.0.1", {}),
        ("acknowledge", "", {}),
    ],
)
def test_only_a_lab_has_a_proxy_on_this_machine(gateway: str, given: str, set_to: dict[str, str]) -> None:
    assert shop.trusted_proxies(gateway, {"IEUM_TRUSTED_PROXIES": given}) == set_to
