"""Root's database runs as a user of its own, which is made when it is first needed."""

import os
import pwd
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from ieum.postgres import cluster


def test_the_user_is_made_once_by_two_who_start_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`useradd` at once with another gives the user a second number, and the first one's database is nobody's."""
    made: list[str] = []
    inside = threading.Semaphore()

    def find(name: str) -> pwd.struct_passwd:
        if not made:
            raise KeyError(name)
        return ours

    def make() -> None:
        assert inside.acquire(blocking=False), "two at once"
        time.sleep(0.1)
        made.append("made")
        inside.release()

    ours = pwd.getpwuid(os.getuid())
    monkeypatch.setattr(cluster, "USER_LOCK", tmp_path / "lock")
    monkeypatch.setattr(cluster, "_make_system_user", make)
    monkeypatch.setattr("os.geteuid", lambda: 0)
    monkeypatch.setattr("pwd.getpwnam", find)
    with ThreadPoolExecutor(2) as pool:
        users = list(pool.map(cluster.database_user, [tmp_path / "one", tmp_path / "two"]))

    assert [user and user.uid for user in users] == [ours.pw_uid] * 2
