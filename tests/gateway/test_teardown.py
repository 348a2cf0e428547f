from pathlib import Path

import pytest

from ieum.gateway.desired import Desired
from ieum.gateway.protocol import Network
from ieum.gateway.store import Additions, Store
from ieum.gateway.teardown import teardown
from tests.gateway.memory_host import MemoryHost


@pytest.mark.parametrize("network", ["10.64.0.0/10", "none"])
def test_a_host_is_given_back_whatever_network_the_shop_has_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, network: str
) -> None:
    host = MemoryHost(monkeypatch)
    store = Store(tmp_path)
    store.save(Desired(1, Network(network, "10.64.0.1", 51820, 1420)))
    store.save_additions(Additions({("kt0", "203.0.113.10")}))
    host.addresses.add("203.0.113.10")

    teardown(store, interface="ieum0")

    assert host.addresses == set()
    assert "nft -f - table inet ieum\ndelete table inet ieum" in host.done
    assert ("conntrack -D -s 10.64.0.0/10" in host.done) == (network != "none")
    assert (store.load(), store.additions()) == (Desired(), Additions())
