import stat
from pathlib import Path

import pytest

from ieum.gateway.desired import Desired, apply_message
from ieum.gateway.keys import ensure_key
from ieum.gateway.store import Additions, AlreadyRunningError, Store

from .strategies import KEYS, snapshot
from .test_peers import a_peer


@pytest.fixture
def store(tmp_path: Path) -> Store:
    store = Store(tmp_path / "state")
    store.open()
    return store


def test_the_state_comes_back(store: Store) -> None:
    state = apply_message(Desired(), snapshot(a_peer(), a_peer(KEYS[1], "10.64.0.3"), revision=12))

    store.save(state)

    assert Store(store.folder).load() == state


def test_nothing_known_is_no_failure(store: Store) -> None:
    assert (store.load(), store.additions()) == (Desired(), Additions())


@pytest.mark.parametrize("content", [b"", b'{"revision":', b'{"revision":"x"}', b"\xff"])
def test_a_broken_state_waits_for_the_shop(store: Store, content: bytes) -> None:
    store.save(Desired())
    (store.folder / "state.json").write_bytes(content)

    assert store.load() == Desired()


def test_a_draft_left_by_a_power_cut_is_no_obstacle(store: Store) -> None:
    (store.folder / "state.new").write_text("half of")

    store.save(Desired(revision=3))

    assert store.load().revision == 3


def test_only_one_agent_works_with_a_directory(store: Store) -> None:
    with pytest.raises(AlreadyRunningError, match="stop it first"):
        Store(store.folder).open()


def test_the_key_is_made_once_and_readable_by_its_owner_alone(store: Store) -> None:
    first = ensure_key(store)

    assert ensure_key(store) == first
    assert stat.S_IMODE(store.key_file.stat().st_mode) == 0o600
    assert stat.S_IMODE(store.folder.stat().st_mode) == 0o700


def test_forgetting_keeps_the_key(store: Store) -> None:
    key = ensure_key(store)
    store.save(Desired(revision=3))
    store.save_additions(Additions({("kt0", "203.0.113.10")}))

    store.forget()

    assert (store.load(), store.additions(), ensure_key(store)) == (Desired(), Additions(), key)
