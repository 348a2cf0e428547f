"""The lab's block lists, which have what is in a file."""

import asyncio
from pathlib import Path

import pytest

from ieum.dev.lab.lists import LabLists
from ieum.shop.proofs.block_lists import BlockLists


def test_what_is_written_into_the_file_is_listed_from_the_next_question_on(tmp_path: Path) -> None:
    lists = LabLists(tmp_path / "listed")
    asking = BlockLists(("bl.ieum.test",), server=("127.0.0.1", lists.port))

    async def ask() -> list[bool | None]:
        return [await asking.has("bl.ieum.test", f"203.0.113.{number}") for number in (10, 11)]

    before = asyncio.run(ask())
    lists.put("203.0.113.10")
    put = asyncio.run(ask())
    lists.file.write_text("203.0.113.11\n")
    edited = asyncio.run(ask())
    lists.close()

    assert (before, put, edited) == ([False, False], [True, False], [False, True])


def test_a_port_that_is_taken_is_refused_and_its_owner_goes_on(tmp_path: Path) -> None:
    lists = LabLists(tmp_path / "listed")

    with pytest.raises(OSError, match="in use"):
        LabLists(tmp_path / "other", port=lists.port)
    lists.close()
