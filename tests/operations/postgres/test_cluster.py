"""Root's database runs as a system user, which is created when it is first needed."""

import os
import pwd
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from ieum.operations.postgres import cluster


def test_two_starts_at_once_do_not_create_the_user_at_the_same_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two runs of `useradd` at once would give the user two ids, and one database would have no owner."""
    created = threading.Event()
    creating = threading.Semaphore()
    both_saw_no_user = threading.Barrier(2)
    first_look = threading.local()

    def find(name: str) -> pwd.struct_passwd:
        if not hasattr(first_look, "done"):
            first_look.done = True
            both_saw_no_user.wait(10)
            raise KeyError(name)
        if not created.is_set():
            raise KeyError(name)
        return ours

    def create() -> None:
        assert creating.acquire(blocking=False), "two at once"
        # Without a lock the other thread would get here within this time.
        created.wait(0.1)
        created.set()
        creating.release()

    ours = pwd.getpwuid(os.getuid())
    monkeypatch.setattr(cluster, "USER_LOCK", tmp_path / "lock")
    monkeypatch.setattr(cluster, "_make_system_user", create)
    monkeypatch.setattr("os.geteuid", lambda: 0)
    monkeypatch.setattr("pwd.getpwnam", find)
    with ThreadPoolExecutor(2) as pool:
        users = list(pool.map(cluster.database_user, [tmp_path / "one", tmp_path / "two"]))

    assert [user and user.uid for user in users] == [ours.pw_uid] * 2
