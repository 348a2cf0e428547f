import csv
import io

import pytest

from ieum.shop.kernel import spreadsheets


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
