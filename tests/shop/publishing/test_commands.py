"""`ieum content …`, as it is typed."""

from pathlib import Path

import pytest

from ieum.shop.kernel.db import fetch_one
from ieum.shop.publishing import cli
from tests.shop.builders.commands import typed
from tests.shop.builders.shops import Shop
from tests.shop.builders.text_files import a_text


async def test_texts_are_imported_exported_and_published_again(
    shop: Shop, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    a_text(tmp_path / "in", "notices/a", title="첫 공지", publish_at="2026-01-01T00:00:00+09:00")

    said: list[str] = []
    for words in (
        ("import", str(tmp_path / "in"), "--dry-run"),
        ("import", str(tmp_path / "in")),
        ("export", str(tmp_path / "out")),
        ("refresh",),
    ):
        assert await typed(cli, shop, *words) == 0
        said.append(capsys.readouterr().out)

    assert said == [
        "new       notices/a.md\nWould be: 1 new, 0 changed, 0 withdrawn, 0 unchanged.\n",
        "new       notices/a.md\nImported: 1 new, 0 changed, 0 withdrawn, 0 unchanged.\n",
        f"1 texts written to {tmp_path / 'out'}.\n",
        "Imported: 0 new, 0 changed, 0 withdrawn, 1 unchanged.\n",
    ]
    assert (tmp_path / "out" / "notices" / "a.md").is_file()


async def test_errors_are_printed_and_nothing_is_imported(
    shop: Shop, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    a_text(tmp_path, "notices/a", body="# 제목")
    a_text(tmp_path, "notices/b")

    code = await typed(cli, shop, "import", str(tmp_path))

    told = capsys.readouterr().err
    assert (code, told.splitlines()[-1]) == (1, "Nothing was imported.")
    assert told.startswith("notices/a.md: headings begin with ##")
    async with shop.db.connection() as conn:
        assert await fetch_one(conn, int, "SELECT count(*) FROM content_entries") == 0


async def test_a_missing_folder_is_reported(
    shop: Shop, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert await typed(cli, shop, "import", str(tmp_path / "none")) == 1
    assert "there is no such folder" in capsys.readouterr().err
