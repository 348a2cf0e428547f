import csv
import io

import pytest

from ieum.shop.kernel import spreadsheets, workbooks
from tests.shop.builders.excel import as_excel_reads


@pytest.mark.parametrize(
    "text",
    ["=1+1", "+82", "-1", "@SUM(A1)", "\t=1", " =1", "＝1", '=HYPERLINK("http://x","y")'],
)
def test_a_cell_is_never_a_formula(text: str) -> None:
    content = spreadsheets.text_of([[text, -5, '이음, "상사"', None]])

    [row] = csv.reader(io.StringIO(content.decode("utf-8-sig"), newline=""))
    assert row == ["'" + text, "-5", '이음, "상사"', ""]


def test_a_file_opens_in_korean() -> None:
    assert spreadsheets.text_of([["상호"]]) == b"\xef\xbb\xbf" + "상호\r\n".encode()


@pytest.mark.parametrize(
    "text",
    [
        *("007", "01012345678", "1234567890123456", "1e5", "12E-3", "3-4", "11/20/26", " 010"),
        *("may2024", "MARCH1", "sept2", "dec25", "10-nov", "5 jan 2026", "june10"),
        *("1월 5일", "2026년 1월", "12:30", "오전 9:00", "9:05:07", "3 pm"),
        *("1,234", "₩1,000", "$5", "50%", "(5)", "1.10", "2026.10", ".5", "1 1/2", "true"),
    ],
)
def test_a_text_is_not_taken_for_a_number_or_a_day(text: str) -> None:
    content = spreadsheets.text_of([[text]])

    assert as_excel_reads(content) == [["'" + text]]
    assert spreadsheets.meant_by("'" + text) == text


@pytest.mark.parametrize(
    "text",
    [
        *(
            "010-1234-5678",
            "123-45-67891",
            "2026-11-20 14:05:00",
            "2026.11",
            "20261130-ABC",
            "0",
            "1234",
            "서울",
        ),
        *("203.0.113.7", "maybe24", "marching1", "decode5", "may_2024"),
        *("1.5", "1월의 서버", "10:30 회의", "50% 할인"),
    ],
)
def test_other_texts_stay_as_they_are(text: str) -> None:
    assert as_excel_reads(spreadsheets.text_of([[text]])) == [[text]]


def test_a_workbook_has_text_as_text_and_numbers_as_numbers() -> None:
    content = workbooks.workbook_of([["01", '=HYPERLINK("x")', "가 & <나>\n다\x0b", None, 33_000, -5]])

    assert as_excel_reads(content) == [["01", '=HYPERLINK("x")', "가 & <나>\n다", "", "33000", "-5"]]
