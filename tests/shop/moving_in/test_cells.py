"""What people and spreadsheets write into cells, and what is read of it."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from ieum.shop.moving_in.cells import read_day, read_won
from ieum.shop.moving_in.files import FileRefused, read_lines

KOREAN = "번호,아이디,이름,이메일,휴대폰,비고\r\n1,hong_gd,홍길동,hong@example.com,010-1234-5678,메모\r\n"


@pytest.mark.parametrize(
    ("text", "begin"),
    [
        ("2026-11-20", "2026-11-19T15:00"),
        ("2026.11.20", "2026-11-19T15:00"),
        ("2026. 11. 20.", "2026-11-19T15:00"),
        ("2026/1/5", "2026-01-04T15:00"),
        ("2026년 11월 20일", "2026-11-19T15:00"),
        ("20261120", "2026-11-19T15:00"),
        ("2026-11-20 14:05", "2026-11-20T05:05"),
        ("2026-11-20 오후 2:05:00", "2026-11-20T05:05"),
        ("2026-11-20 오전 12:30", "2026-11-19T15:30"),
        ("2026-11-20 00:00:00", "2026-11-19T15:00"),
        # Of a cell whose format was lost.
        ("46346", "2026-11-19T15:00"),
        ("46346.5", "2026-11-19T15:00"),
    ],
)
def test_a_day_is_read_as_it_is_meant_in_seoul(text: str, begin: str) -> None:
    day = read_day(text)

    assert day is not None
    assert day.begin == datetime.fromisoformat(begin).replace(tzinfo=UTC)


@pytest.mark.parametrize(
    "text", ["", "내일", "2026-13-01", "11/20/26", "26.11.20", "2026-02-30", "12345678", "999"]
)
def test_what_leaves_open_which_day_is_meant_is_none(text: str) -> None:
    assert read_day(text) is None


def test_a_last_day_is_served_to_its_end() -> None:
    day, moment = read_day("2026-12-31"), read_day("2026-12-31 18:00")

    assert day is not None
    assert moment is not None
    assert (day.end, moment.end) == (
        datetime(2026, 12, 31, 15, tzinfo=UTC),
        datetime(2026, 12, 31, 9, tzinfo=UTC),
    )


@pytest.mark.parametrize(
    ("text", "won"),
    [
        ("12,000", 12_000),
        ("12,000원", 12_000),
        ("₩12000", 12_000),
        ("1500P", 1_500),
        ("300.0", 300),
        ("0", 0),
        ("12,00", None),
        ("12.5", None),
        ("만원", None),
        ("", None),
    ],
)
def test_an_amount_is_whole_won(text: str, won: int | None) -> None:
    assert read_won(text) == won


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp949", "utf-16"])
@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_a_file_is_read_whoever_wrote_it(tmp_path: Path, encoding: str, delimiter: str) -> None:
    path = tmp_path / "members.csv"
    path.write_bytes(KOREAN.replace(",", delimiter).encode(encoding))

    [line] = read_lines(path, "member")

    assert line.number == 2
    assert line.cells == {
        "id": "1",
        "login_id": "hong_gd",
        "name": "홍길동",
        "email": "hong@example.com",
        "phone": "010-1234-5678",
    }


def test_lines_have_the_numbers_of_an_editor(tmp_path: Path) -> None:
    path = tmp_path / "points.csv"
    path.write_text('번호,회원번호,포인트,사유\n1,7,100,"두\n줄"\n\n2,7,200,\n', encoding="utf-8")

    assert [(line.number, line.cells["id"], line.cells["reason"]) for line in read_lines(path, "points")] == [
        (2, "1", "두 줄"),
        (5, "2", ""),
    ]


def test_decomposed_hangul_is_composed(tmp_path: Path) -> None:
    """As macOS writes file names and some programs cells."""
    path = tmp_path / "members.csv"
    path.write_text(
        "id,login_id,name,email,phone\n1,hong_gd,\u1112\u1169\u11bc\u1100\u1175\u11af,a@b.kr,010\n",
        encoding="utf-8",
    )

    [line] = read_lines(path, "member")

    assert line.cells["name"] == "홍길"


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        ("번호,이름\n1,홍길동\n".encode(), "첫 줄에 열 이름이 없습니다: 아이디, 이메일, 휴대폰"),
        (b"\xff\xfe\x00\x80\xff", "UTF-8도 CP949"),
        ("번호,아이디,이름,이메일,휴대폰\n1,hong,홍\ufffd동,,\n".encode(), "2줄: 글자가 깨져 있습니다"),
        (b"\xff\xfe\x00", "UTF-8도 CP949"),
        ('번호,아이디,이름,이메일,휴대폰\n1,"끝나지 않는'.encode(), "CSV 형식이 아닙니다"),
    ],
    ids=["columns", "encoding", "a lost letter", "half a letter of UTF-16", "quotes"],
)
def test_a_file_that_cannot_be_read_says_why(tmp_path: Path, content: bytes, complaint: str) -> None:
    path = tmp_path / "members.csv"
    path.write_bytes(content)

    with pytest.raises(FileRefused, match=complaint):
        list(read_lines(path, "member"))
