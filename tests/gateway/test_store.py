import errno
import os
import stat
from pathlib import Path

import pytest

from ieum.gateway.desired import Desired
from ieum.gateway.keys import ensure_key
from ieum.gateway.shell import CommandError
from ieum.gateway.store import Additions, AlreadyRunningError, Store
from ieum.gateway.usage import Kept
from tests.gateway.builders import KEYS, a_peer, desired_state


@pytest.fixture
def store(tmp_path: Path) -> Store:
    store = Store(tmp_path / "state")
    store.open()
    return store


def test_a_saved_state_is_loaded_again(store: Store) -> None:
    state = desired_state(a_peer(), a_peer(KEYS[1], "10.64.0.3"), revision=12)

    store.save(state)

    assert Store(store.folder).load() == state


def test_an_empty_directory_gives_an_empty_state(store: Store) -> None:
    assert (store.load(), store.additions()) == (Desired(), Additions())


@pytest.mark.parametrize(
    "content", [b"", b'{"revision":', b'{"revision":"x"}', b"\xff", b'{"exits":{"\xff":{}}}']
)
def test_a_broken_state_file_counts_as_none(store: Store, content: bytes) -> None:
    store.save(Desired())
    (store.folder / "desired.json").write_bytes(content)

    assert store.load() == Desired()


@pytest.mark.parametrize("content", [b'{"addresses":[["\xff","203.0.113.10"]]}', b'{"epochs":{"\xff":1}}'])
def test_of_what_was_added_and_used_a_damaged_file_tells_nothing(store: Store, content: bytes) -> None:
    for name in ("additions.json", "usage.json"):
        (store.folder / name).write_bytes(content)

    assert (store.additions(), store.usage()) == (Additions(), Kept())


def test_a_draft_left_by_a_power_cut_is_overwritten(store: Store) -> None:
    (store.folder / "desired.new").write_text("half of")

    store.save(Desired(revision=3))

    assert store.load().revision == 3


def test_only_one_agent_may_use_a_directory(store: Store) -> None:
    with pytest.raises(AlreadyRunningError, match="stop it first"):
        Store(store.folder).open()


def test_an_agent_starts_on_a_disk_that_has_become_read_only_and_is_still_the_only_one(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    store.close()
    opened = os.open

    def read_only(path: Path, flags: int, mode: int = 0) -> int:
        if flags & (os.O_CREAT | os.O_RDWR | os.O_WRONLY):
            raise OSError(errno.EROFS, "Read-only file system")
        return opened(path, flags, mode)

    monkeypatch.setattr(os, "open", read_only)
    first = Store(store.folder)
    first.open()

    with pytest.raises(AlreadyRunningError):
        Store(store.folder).open()
    first.close()


def test_the_key_is_made_once_and_only_its_owner_can_read_it(store: Store) -> None:
    first = ensure_key(store)

    assert ensure_key(store) == first
    assert stat.S_IMODE(store.key_file.stat().st_mode) == 0o600
    assert stat.S_IMODE(store.folder.stat().st_mode) == 0o700


@pytest.mark.parametrize("content", [b"", b"AAAA", b"no key", b"\xff"])
def test_a_damaged_key_is_said_and_left_alone(store: Store, content: bytes) -> None:
    store.key_file.write_bytes(content)

    with pytest.raises(CommandError, match="holds no WireGuard key"):
        ensure_key(store)

    assert store.key_file.read_bytes() == content


def test_a_key_that_is_lost_is_said_and_not_replaced(store: Store) -> None:
    """Another one would be set on the interface, and cut off every member, before the shop refuses it."""
    ensure_key(store)
    store.save(Desired(revision=3))
    store.key_file.unlink()

    with pytest.raises(CommandError, match="is gone, though this host has served"):
        ensure_key(store)

    assert not store.key_file.exists()


def test_a_host_that_has_served_nobody_makes_a_key_where_it_has_none(store: Store) -> None:
    ensure_key(store)
    store.key_file.unlink()

    assert ensure_key(store)


@pytest.mark.parametrize(
    "content",
    [
        b'{"exits":{"7":{"id":"7","address":"203.0.113.10","until":"2026-12-01T00:00:00"}}}',
        b'{"revision":9223372036854775808}',
        b'{"revision":-1}',
    ],
)
def test_a_saved_state_that_would_end_the_agent_counts_as_none(store: Store, content: bytes) -> None:
    """A moment without an offset, and a revision that the shop takes from nobody."""
    (store.folder / "desired.json").write_bytes(content)

    assert store.load() == Desired()


def test_forgetting_keeps_the_key(store: Store) -> None:
    key = ensure_key(store)
    store.save(Desired(revision=3))
    store.save_additions(Additions({("kt0", "203.0.113.10")}))

    store.forget()

    assert (store.load(), store.additions(), ensure_key(store)) == (Desired(), Additions(), key)
