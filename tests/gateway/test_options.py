import argparse
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

import pytest

from ieum.gateway.options import Options, OptionsError, add_arguments, from_namespace


def read(*words: str, environ: Mapping[str, str] = MappingProxyType({})) -> Options:
    parser = argparse.ArgumentParser()
    add_arguments(parser)
    return from_namespace(parser.parse_args(words), environ)


def test_all_options_are_read(tmp_path: Path) -> None:
    (tmp_path / "token").write_text("secret\n")

    options = read(
        *("--url", "https://shop.example", "--token-file", str(tmp_path / "token"), "--interface", "wg7"),
        *("--uplink", "kt=eth0:via 203.0.113.1", "--uplink", "skb=eth1", "--state-dir", str(tmp_path)),
    )

    assert (options.urls, options.token, options.interface) == (("https://shop.example",), "secret", "wg7")
    assert [uplink.name for uplink in options.uplinks] == ["kt", "skb"]
    assert not options.acknowledge_only


def test_the_token_may_come_from_the_environment() -> None:
    options = read("--url", "http://localhost:8000", environ={"IEUM_GATEWAY_TOKEN": "from-outside"})

    assert options.token == "from-outside"


def test_teardown_needs_neither_url_nor_token() -> None:
    assert read("--teardown").teardown


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["--token", "x"], "--url ''"),
        (["--token", "x", "--url", "ftp://shop"], "--url 'ftp://shop'"),
        (["--token", "x", "--url", "http://shop:99999"], "--url 'http://shop:99999'"),
        (["--token", "x", "--url", "http://shop", "--reflect-url", "http://shop:one"], "--reflect-url"),
        (["--url", "http://shop"], "token is missing"),
        (["--url", "http://shop", "--token-file", "/nowhere/at-all"], "No such file"),
        (["--url", "http://shop", "--token", "x", "--uplink", "kt"], "expected NAME=DEVICE"),
        (["--url", "http://shop", "--token", "x", "--interface", 'a"b'], "--interface"),
    ],
    ids=[
        "no-url",
        "wrong-scheme",
        "no-port",
        "no-port-to-reflect",
        "no-token",
        "no-token-file",
        "bad-uplink",
        "bad-interface",
    ],
)
def test_the_error_names_the_option_that_is_wrong(words: list[str], complaint: str) -> None:
    with pytest.raises(OptionsError, match=complaint):
        read(*words)
