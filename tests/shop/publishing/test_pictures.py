"""Pictures that come with texts, and texts that show what others brought."""

from pathlib import Path

import pytest

from ieum.shop.kernel.db import Connection
from ieum.shop.publishing import importing, stored_texts
from tests.shop.builders.text_files import PIXEL, a_file, a_text, outcomes, versions

pytestmark = pytest.mark.usefixtures("client")


async def test_a_changed_picture_republishes_every_text_that_shows_it(
    conn: Connection, tmp_path: Path
) -> None:
    a_file(tmp_path, "pixel.png", PIXEL)
    a_text(tmp_path, "notices/a", body="![점](files/pixel.png)")
    a_text(tmp_path, "notices/b", body="글")
    await outcomes(conn, tmp_path)
    a_file(tmp_path / "later", "pixel.png", PIXEL + b"\n")

    assert await outcomes(conn, tmp_path / "later") == {"notice a": "changed"}
    stored = await stored_texts.list_stored(conn, [("notice", "a", "")])
    assert stored[0].version.html.count("/files/") == 1
    assert stored[0].version.files[0].endswith("-pixel.png")
    assert await versions(conn) == [("a", 1), ("a", 2), ("b", 1)]


async def test_a_picture_with_a_dark_twin_shows_it_on_dark_pages(conn: Connection, tmp_path: Path) -> None:
    a_file(tmp_path, "pixel.png", PIXEL)
    a_file(tmp_path, "pixel.dark.png", PIXEL + b"\n")
    a_file(tmp_path, "alone.png", PIXEL + b"\n\n")
    a_text(tmp_path, "notices/a", body="![점](files/pixel.png) ![하나](files/alone.png)")

    await outcomes(conn, tmp_path)
    stored = await stored_texts.list_stored(conn, [("notice", "a", "")])

    html, shown = stored[0].version.html, stored[0].version.files
    dark = next(key for key in shown if key.endswith("-pixel.dark.png"))
    assert len(shown) == 3
    assert html.count("<picture>") == html.count("<source") == 1
    assert f'srcset="/files/{dark}"' in html
    assert 'media="(prefers-color-scheme: dark)"' in html
    assert (
        html.index("<source") < html.index('alt="점"') < html.index("</picture>") < html.index('alt="하나"')
    )


async def test_a_text_may_show_a_picture_imported_before(conn: Connection, tmp_path: Path) -> None:
    a_file(tmp_path, "pixel.png", PIXEL)
    a_text(tmp_path, "notices/a", body="![점](files/pixel.png)")
    await outcomes(conn, tmp_path)
    a_text(tmp_path / "later", "notices/b", body="![점](files/pixel.png)", image="files/pixel.png")

    assert await outcomes(conn, tmp_path / "later") == {"notices/b.md": "new"}


async def test_a_legal_text_without_an_edition_in_its_file_name_gets_a_new_picture(
    conn: Connection, tmp_path: Path
) -> None:
    a_file(tmp_path, "pixel.png", PIXEL)
    a_text(
        tmp_path,
        "legal/policy",
        version="2024-01-01",
        effective_from="2024-01-01",
        body="![점](files/pixel.png)",
    )
    await outcomes(conn, tmp_path)
    a_file(tmp_path, "pixel.png", PIXEL + b"\n")

    assert await outcomes(conn, tmp_path) == {"legal/policy.md": "changed"}


async def test_a_text_may_change_its_name_and_its_picture_at_once(conn: Connection, tmp_path: Path) -> None:
    a_file(tmp_path, "pixel.png", PIXEL)
    a_text(tmp_path, "notices/before", body="![점](files/pixel.png)")
    await outcomes(conn, tmp_path)
    (tmp_path / "notices" / "before.md").unlink()
    a_text(tmp_path, "notices/after", body="![점](files/pixel.png)", moved_from=["before"])
    a_file(tmp_path, "pixel.png", PIXEL + b"\n")

    assert await outcomes(conn, tmp_path) == {"notices/after.md": "changed"}
    assert await versions(conn) == [("after", 1), ("after", 2)]


@pytest.mark.parametrize(
    "named",
    ["files/%EC%95%88%EB%82%B4.txt", "files/안내.txt", r"files/안내\.txt", "files/&#xc548;내.txt"],
)
async def test_a_file_is_found_by_its_name_in_any_unicode_form(
    conn: Connection, tmp_path: Path, named: str
) -> None:
    a_file(tmp_path, "안내.txt", b"1")
    a_text(tmp_path, "notices/a", body=f"[파일]({named})")
    await outcomes(conn, tmp_path)

    report = await importing.refresh(conn)

    assert report.outcomes == [("notice a", "unchanged")]
