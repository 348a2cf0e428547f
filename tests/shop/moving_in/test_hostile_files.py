"""Files that nobody exported: without an end, with one that never comes, or another one at the second look."""

import argparse
import os
import resource
from collections.abc import Callable
from pathlib import Path

import pytest

from ieum.shop.kernel.db import Connection, Database, fetch_one
from ieum.shop.kernel.settings import load
from ieum.shop.moving_in import cli
from ieum.shop.moving_in.applying import TakenMeanwhile
from ieum.shop.moving_in.aside import Aside
from ieum.shop.moving_in.files import FileRefused, read_lines
from ieum.shop.moving_in.types import Line, Wrong
from tests.shop.builders.other_shop import HEADS, HONG, KIM, OtherShop

HEAD = HEADS["members"].encode() + b"\n"
LARGE = 512 * 1024**2


@pytest.fixture
def other(tmp_path: Path) -> OtherShop:
    return OtherShop(tmp_path)


def _endless(path: Path) -> None:
    with path.open("wb") as file:
        file.truncate(LARGE)


def _endless_behind_a_head(path: Path) -> None:
    with path.open("wb") as file:
        file.write(HEAD)
        file.truncate(LARGE)


def _a_row_of_short_lines(path: Path) -> None:
    path.write_bytes(HEAD + b'"a\n",' * 5_000_000)


def _a_quote_that_never_closes(path: Path) -> None:
    path.write_bytes(HEAD + b'"M1,hong,\n' + b"M2,kim,\n" * 100_000)


def _a_folder(path: Path) -> None:
    path.mkdir()


def _a_device(path: Path) -> None:
    path.symlink_to("/dev/zero")


@pytest.mark.parametrize(
    "make",
    [
        _endless,
        _endless_behind_a_head,
        _a_row_of_short_lines,
        _a_quote_that_never_closes,
        os.mkfifo,
        _a_folder,
        _a_device,
    ],
)
def test_a_file_that_is_none_is_refused_before_it_fills_the_memory(
    tmp_path: Path, make: Callable[[Path], None]
) -> None:
    path = tmp_path / "members.csv"
    make(path)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

    with pytest.raises(FileRefused, match=r"^members\.csv"):
        list(read_lines(path, "member"))

    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < LARGE // 1024 // 2


def test_rows_of_any_number_are_read(tmp_path: Path) -> None:
    path = tmp_path / "members.csv"
    path.write_bytes(HEAD + (HONG.encode() + b"\n") * 50_000)

    assert sum(1 for _ in read_lines(path, "member")) == 50_000


async def test_a_file_that_is_saved_while_it_is_checked_is_not_imported(
    conn: Connection, db: Database, other: OtherShop
) -> None:
    other.write(members=[HONG], points=["P1,M9,100,,"])

    class Saving(list[str]):
        def append(self, line: str, /) -> None:
            super().append(line)
            other.write(members=[HONG, KIM])

    other.told = Saving()
    with pytest.raises(FileRefused, match="읽는 동안 바뀌었습니다"):
        await other.move(db, skip_wrong=True)

    assert await fetch_one(conn, int, "SELECT count(*) FROM members WHERE login_id = 'hong_gd'") == 0


async def test_a_line_that_becomes_wrong_after_the_check_is_not_left_out_in_silence(
    conn: Connection, db: Database, other: OtherShop, monkeypatch: pytest.MonkeyPatch
) -> None:
    other.write(members=[HONG, KIM])
    begin_run = cli.service.queries.begin_run

    async def somebody_signs_up(conn: Connection, made_by: str, came_from: str | None) -> int:
        await conn.execute(
            "INSERT INTO members (login_id, login_id_hash, password_hash, name, email, phone)"
            " VALUES ('hong_gd', sha256('hong'), 'x', '홍길동', 'other@example.com', '01000000000')"
        )
        return await begin_run(conn, made_by, came_from)

    monkeypatch.setattr(cli.service.queries, "begin_run", somebody_signs_up)
    with pytest.raises(TakenMeanwhile):
        await other.move(db)

    assert await fetch_one(conn, int, "SELECT count(*) FROM moved_rows") == 0


def test_a_file_that_another_has_laid_in_the_place_of_lines_set_aside_is_not_filled(tmp_path: Path) -> None:
    line = Line(2, {"id": "1", "name": "홍길동"})
    aside, theirs = Aside(), tmp_path / "members.wrong.csv"
    aside.add(tmp_path / "members.csv", "member", [line], [Wrong(2, "아이디", "짧습니다.")])
    theirs.unlink()
    theirs.touch(mode=0o644)

    with pytest.raises(FileRefused, match="다른 파일로 바뀌었습니다"):
        aside.add(tmp_path / "members.csv", "member", [line], [Wrong(2, "아이디", "짧습니다.")])

    assert theirs.read_bytes() == b""


@pytest.mark.parametrize("word", ["--dry-run", "--skip-wrong", "--update"])
async def test_nobody_is_mailed_where_somebody_asks_for_a_rehearsal(
    db: Database, capsys: pytest.CaptureFixture[str], word: str
) -> None:
    parser = argparse.ArgumentParser()
    cli.add_arguments(parser)
    settings = load({"IEUM_DATABASE_URL": "postgresql://nowhere"})

    assert await cli.run(parser.parse_args(["--send-links", word]), settings, db) == 1

    assert "--send-links는 메일을 보냅니다" in capsys.readouterr().err


@pytest.mark.parametrize(
    "name", ["", " ", "\u3164", "옛\u202e가게", "옛\u2028가게", "\udcbf\udcbe", "가" * 81]
)
def test_a_name_that_mails_cannot_say_is_refused_at_once(
    capsys: pytest.CaptureFixture[str], name: str
) -> None:
    """Of the other shop: hidden, turned around, or typed in a terminal that does not speak UTF-8."""
    parser = argparse.ArgumentParser()
    cli.add_arguments(parser)

    with pytest.raises(SystemExit):
        parser.parse_args(["folder", "--from", name])

    assert "이전 쇼핑몰의 이름" in capsys.readouterr().err
    assert parser.parse_args(["folder", "--from", " 옛가게 <본점> "]).came_from == "옛가게 <본점>"
