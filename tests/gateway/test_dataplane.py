"""The order in which the host is brought in line, against a host in memory."""

from pathlib import Path

import pytest

from ieum.gateway import dataplane
from ieum.gateway.dataplane import DataPlane
from ieum.gateway.host import Host
from ieum.gateway.peers import PeerChanges
from ieum.gateway.shell import CommandError
from ieum.gateway.store import Store
from ieum.gateway.wireguard import Interface

from .strategies import KEYS, NOW
from .test_peers import a_peer, state


def test_who_has_to_go_goes_although_the_interface_and_the_rules_cannot_be_set(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    set_: list[PeerChanges] = []

    def set_peers(_: str, changes: PeerChanges) -> None:
        set_.append(changes)

    def read_interface(_: str) -> Interface:
        return Interface("another key", 51820, {KEYS[0]: "10.64.0.2", KEYS[1]: "10.64.0.3"}, {})

    def broken(*_: object, **__: object) -> None:
        raise CommandError("it: does not work")

    monkeypatch.setattr(dataplane.host, "read_host", Host)
    monkeypatch.setattr(dataplane.host, "run_ip_batch", broken)
    monkeypatch.setattr(dataplane.host, "enable_forwarding", broken)
    monkeypatch.setattr(dataplane.firewall.Firewall, "apply", broken)
    monkeypatch.setattr(dataplane.wireguard, "read_interface", read_interface)
    monkeypatch.setattr(dataplane.wireguard, "set_interface", broken)
    monkeypatch.setattr(dataplane.wireguard, "set_peers", set_peers)
    plane = DataPlane(Store(tmp_path), public_key="own", interface="ieum0", uplinks=())

    applied = plane.converge(state(a_peer(until=NOW), a_peer(KEYS[1], "10.64.0.3")), now=NOW)

    assert KEYS[0] in set_[0].remove
    assert all(not changes.put for changes in set_)
    assert "it: does not work" in applied.problems
