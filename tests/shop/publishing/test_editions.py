"""An edition that another one has replaced says for ever what it said while it bound."""

from pathlib import Path

import pytest

from ieum.shop.kernel.db import Connection, execute
from ieum.shop.publishing import exporting, importing, stored_texts
from ieum.shop.publishing.stored_texts import Stored
from tests.shop.builders.shops import Client
from tests.shop.builders.text_files import PIXEL, a_file, a_text, outcomes

OLD, NEW = "2024-01-01", "2025-01-01"

pytestmark = pytest.mark.usefixtures("client")


def an_edition(root: Path, day: str, **matter: object) -> None:
    said = {
        "version": day,
        "effective_from": day,
        "title": "{{siteName}} 방침",
        "body": "전화 **{{phone}}**로",
    }
    a_text(root, f"legal/policy@{day}", **said | matter)  # pyright: ignore[reportArgumentType]


async def set_phone(conn: Connection, phone: str, name: str = "이음") -> None:
    await execute(
        conn, "UPDATE site_config SET phone = %(phone)s, site_name = %(name)s", phone=phone, name=name
    )


async def stored(conn: Connection, day: str = OLD) -> Stored:
    return (await stored_texts.list_stored(conn, [("legal", "policy", day)]))[0]


async def two_editions(conn: Connection, root: Path) -> None:
    await set_phone(conn, "02-111", '옛 "이음":\n{상점}\\')
    an_edition(root, OLD)
    an_edition(root, NEW)
    await outcomes(conn, root)
    await set_phone(conn, "02-222", '이음: "새" 이름')
    await importing.follow_configuration(conn)


async def test_a_replaced_edition_is_unchanged_by_an_import_of_all_files(
    conn: Connection, tmp_path: Path
) -> None:
    await two_editions(conn, tmp_path)
    a_text(tmp_path, "notices/a")

    told = await outcomes(conn, tmp_path)

    assert told["legal/policy@2024-01-01.md"] == "unchanged"
    assert (await stored(conn)).version.plain_text == "전화 02-111로"
    assert (await stored(conn, NEW)).version.plain_text == "전화 02-222로"


async def test_a_replaced_edition_keeps_its_quotes_when_its_exported_file_is_edited(
    conn: Connection, tmp_path: Path
) -> None:
    await two_editions(conn, tmp_path / "in")
    await exporting.export_folder(conn, tmp_path / "out")

    assert set((await outcomes(conn, tmp_path / "out")).values()) == {"unchanged"}

    file = tmp_path / "out" / "legal" / "policy@2024-01-01.md"
    file.write_text(file.read_text().replace("전화", "대표 전화"))
    assert (await outcomes(conn, tmp_path / "out"))["legal/policy@2024-01-01.md"] == "changed"
    # What it quotes is still what it quoted.
    assert (await stored(conn)).version.plain_text == "대표 전화 02-111로"


async def test_a_replaced_edition_reads_the_same_in_a_shop_with_another_configuration(
    client: Client, conn: Connection, tmp_path: Path
) -> None:
    await two_editions(conn, tmp_path / "in")
    before = await stored(conn), (await client.get(f"/api/v1/legal/policy?version={OLD}")).content
    await exporting.export_folder(conn, tmp_path / "once")
    await _empty(conn)

    await importing.import_folder(conn, tmp_path / "once")

    after = await stored(conn), (await client.get(f"/api/v1/legal/policy?version={OLD}")).content
    assert (after[0].version, after[1]) == (before[0].version, before[1])
    assert (await stored(conn)).version.title == '옛 "이음": {상점}\\ 방침'
    await exporting.export_folder(conn, tmp_path / "twice")
    for day in (OLD, NEW):
        name = Path("legal") / f"policy@{day}.md"
        assert (tmp_path / "once" / name).read_bytes() == (tmp_path / "twice" / name).read_bytes()


async def _empty(conn: Connection) -> None:
    await execute(conn, "SET CONSTRAINTS ALL IMMEDIATE")
    await execute(conn, "TRUNCATE content_entries, content_files, content_filled CASCADE")
    await execute(conn, "SET CONSTRAINTS ALL DEFERRED")


async def test_a_replaced_edition_keeps_its_own_picture(conn: Connection, tmp_path: Path) -> None:
    a_file(tmp_path / "old", "pixel.png", PIXEL)
    an_edition(tmp_path / "old", OLD, body="![점](files/pixel.png)")
    await outcomes(conn, tmp_path / "old")
    before = (await stored(conn)).version
    a_file(tmp_path / "new", "pixel.png", PIXEL + b"\n")
    an_edition(tmp_path / "new", NEW, body="![새 점](files/pixel.png)")
    await outcomes(conn, tmp_path / "new")

    a_file(tmp_path / "new", "pixel.png", PIXEL + b"\n\n")
    told = await outcomes(conn, tmp_path / "new")

    assert told == {"legal/policy@2025-01-01.md": "changed"}
    assert (await stored(conn)).version == before
    await importing.refresh(conn)
    assert (await stored(conn, NEW)).version.files[0] != before.files[0]


async def test_a_replaced_edition_shows_the_same_pictures_in_another_shop(
    conn: Connection, tmp_path: Path
) -> None:
    for day, end in ((OLD, b"1"), (NEW, b"2")):
        a_file(tmp_path / day, "pixel.png", PIXEL + end)
        an_edition(tmp_path / day, day, body="![점](files/pixel.png)")
        await outcomes(conn, tmp_path / day)
    a_file(tmp_path / "later", "pixel.png", PIXEL + b"3")
    a_text(tmp_path / "later", "notices/a", body="![점](files/pixel.png)")
    await outcomes(conn, tmp_path / "later")
    before = await shown(conn)
    assert len(set(before)) == 2
    await exporting.export_folder(conn, tmp_path / "out")
    assert set((await outcomes(conn, tmp_path / "out")).values()) == {"unchanged"}
    await _empty(conn)

    report = await importing.import_folder(conn, tmp_path / "out")

    assert report.warnings == []
    assert await shown(conn) == before


async def shown(conn: Connection) -> list[str]:
    texts = await stored_texts.list_stored(conn, await stored_texts.list_all_keys(conn))
    return [key for text in sorted(texts, key=lambda text: text.entry.key) for key in text.version.files]


async def test_an_edition_in_force_again_follows_the_configuration_again(
    conn: Connection, tmp_path: Path
) -> None:
    await two_editions(conn, tmp_path)
    an_edition(tmp_path / "later", NEW, withdrawn=True)
    await outcomes(conn, tmp_path / "later")

    await importing.follow_configuration(conn)

    assert (await stored(conn)).version.plain_text == "전화 02-222로"
