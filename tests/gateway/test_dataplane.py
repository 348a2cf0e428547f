"""The order of the steps that change the host, against a host in memory."""

from pathlib import Path

import pytest

from ieum.gateway import dataplane
from ieum.gateway.dataplane import DataPlane
from ieum.gateway.host import Host
from ieum.gateway.peers import PeerChanges
from ieum.gateway.shell import CommandError
from ieum.gateway.store import Store
from ieum.gateway.wireguard import Interface
from tests.gateway.builders import KEYS, NOW, a_peer, desired_state


def nothing_of_its_own(_: str, *, interface: str) -> list[str]:
    del interface
    return []


def test_peers_are_removed_even_if_the_interface_and_the_rules_cannot_be_set(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: list[PeerChanges] = []

    def set_peers(_: str, changes: PeerChanges) -> None:
        calls.append(changes)

    def read_interface(_: str) -> Interface:
        return Interface("another key", 51820, {KEYS[0]: "10.64.0.2", KEYS[1]: "10.64.0.3"}, {})

    def broken(*_: object, **__: object) -> None:
        raise CommandError("tool: does not work")

    monkeypatch.setattr(dataplane.host, "read_host", Host)
    monkeypatch.setattr(dataplane.host, "uses_inside", nothing_of_its_own)
    monkeypatch.setattr(dataplane.host, "run_ip_batch", broken)
    monkeypatch.setattr(dataplane.host, "enable_forwarding", broken)
    monkeypatch.setattr(dataplane.firewall.Firewall, "apply", broken)
    monkeypatch.setattr(dataplane.wireguard, "read_interface", read_interface)
    monkeypatch.setattr(dataplane.wireguard, "set_interface", broken)
    monkeypatch.setattr(dataplane.wireguard, "set_peers", set_peers)
    plane = DataPlane(Store(tmp_path), public_key="own", interface="ieum0", uplinks=())

    applied = plane.converge(desired_state(a_peer(until=NOW), a_peer(KEYS[1], "10.64.0.3")), now=NOW)

    plane.close()
    assert KEYS[0] in calls[0].remove
    assert all(not changes.put for changes in calls)
    assert "tool: does not work" in applied.problems
