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
