"""What a lab leaves on the machine: nothing."""

import tempfile
from pathlib import Path

import pytest

from ieum.dev.lab.namespaces import names, remove_stale
from ieum.dev.lab.world import Lab, why_not

pytestmark = [pytest.mark.tunnels, pytest.mark.skipif(why_not() is not None, reason=str(why_not()))]


def test_a_lab_leaves_nothing_behind_even_after_an_error() -> None:
    lab = Lab()

    with pytest.raises(ZeroDivisionError), lab:
        lab.add_client("kim")
        raise ZeroDivisionError

    assert names(lab.world) == []
    assert not lab.folder.exists()


def test_leftovers_of_a_dead_lab_are_removed_and_a_running_lab_is_left_alone() -> None:
    dead = "ieum-4194305-1-gw"  # above the highest process id Linux gives
    folder = Path(tempfile.gettempdir(), f"{dead}-keys")
    with Lab() as lab:
        lab.host.run("ip", "netns", "add", dead)
        folder.mkdir()

        removed = remove_stale()

        assert dead in removed
        assert not folder.exists()
        assert lab.folder.exists()
        assert names(lab.world) != []
