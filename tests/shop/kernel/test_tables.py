"""One reader for every table that people bring, however their program has saved it."""

import codecs
import unicodedata
from pathlib import Path

import pytest

from ieum.shop.kernel import tables

TABLE = "아이디,이름\nhong,홍길동\n"
SAVED = {
    "UTF-8": TABLE.encode(),
    "UTF-8 of Excel": codecs.BOM_UTF8 + TABLE.encode(),
    "CP949 of Korean Excel": TABLE.encode("cp949"),
    "UTF-16 of Excel, little end": codecs.BOM_UTF16_LE + TABLE.encode("utf-16-le"),
    "UTF-16, big end": codecs.BOM_UTF16_BE + TABLE.encode("utf-16-be"),
    "semicolons": TABLE.replace(",", ";").encode("cp949"),
    "tabs": TABLE.replace(",", "\t").encode("utf-16"),
    "decomposed on a Mac": unicodedata.normalize("NFD", TABLE).encode(),
    "line breaks of Windows": TABLE.replace("\n", "\r\n").encode("cp949"),
    "a first line of Excel that names the sign": b"sep=;\r\n" + TABLE.replace(",", ";").encode(),
    "columns that were emptied": TABLE.replace("\n", ",,\n").encode("cp949"),
    "line breaks of old Macs": TABLE.replace("\n", "\r").encode(),
}


@pytest.mark.parametrize("content", SAVED.values(), ids=SAVED)
def test_a_file_reads_alike_however_it_was_saved(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "members.csv"
    path.write_bytes(content)

    with path.open(encoding=tables.encoding_of(path), newline="") as file:
        rows = list(tables.read_rows(file))

    assert [row.cells for row in rows] == [["아이디", "이름"], ["hong", "홍길동"]]


def test_a_file_of_bytes_that_are_no_letters_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "picture.csv"
    path.write_bytes(b"\x89PNG\xff\xff")

    with pytest.raises(tables.TableRefused):
        tables.encoding_of(path)


def test_a_row_whose_letters_were_lost_says_so() -> None:
    rows = list(tables.read_text("kt-seoul,KT,\ufffd\ufffd\nkt-seoul,KT,서울\n"))

    assert [row.is_lost for row in rows] == [True, False]


def test_rows_keep_the_numbers_of_an_editor() -> None:
    rows = list(tables.read_text('\ufeffa,b\n\n"c\nd",e\nf,g'))

    assert [(row.line, row.ends, row.cells) for row in rows] == [
        (1, 1, ["a", "b"]),
        (3, 4, ["c d", "e"]),
        (5, 5, ["f", "g"]),
    ]


def test_the_apostrophe_of_our_own_files_goes_again() -> None:
    [row] = tables.read_text("'+82,'보통\n")

    assert row.cells == ["+82", "'보통"]


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(
            "hong,홍길동\n".encode("cp949") + "kim,강남\n".encode(), id="a line in UTF-8, a line in CP949"
        ),
        pytest.param(codecs.BOM_UTF8 + "hong,홍길동\n".encode("cp949"), id="a mark that is not true"),
        pytest.param("hong,강남\nkim,강남강".encode()[:-1], id="the last letter cut in two"),
    ],
)
def test_a_file_that_would_become_other_hangul_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "members.csv"
    path.write_bytes(content)

    with pytest.raises(tables.TableRefused):
        tables.encoding_of(path)


def test_lines_below_one_that_names_the_sign_keep_their_numbers() -> None:
    rows = list(tables.read_text("sep=\t\na\tb\nc\td"))

    assert [(row.line, row.ends, row.cells) for row in rows] == [(2, 2, ["a", "b"]), (3, 3, ["c", "d"])]


def test_letters_that_end_no_line_of_an_editor_end_none_here() -> None:
    text = "a\x85b,c\u2028d\ne\x0bf,g\r\nh,i"

    assert [row.ends for row in tables.read_text(text)] == [1, 2, 3]
    assert len(tables.lines_of(text)) == 3
