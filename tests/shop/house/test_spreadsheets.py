"""Files for spreadsheets are written in one place, which lets no cell run as a formula."""

import ast
import csv
import re
from io import StringIO
from pathlib import Path

import pytest

from ieum.shop.kernel import spreadsheets

SHOP = Path(__file__).parents[3] / "ieum"
WRITER = SHOP / "shop" / "kernel" / "spreadsheets.py"
# What writes rows without the one that defuses them.
WRITES = {"writer", "DictWriter", "writerow", "writerows"}
# Excel's own files would be written by one of these.
OFFICE = {"openpyxl", "xlsxwriter", "xlwt", "pyexcel", "pandas", "odf"}
FORMULA = "cmd|' /C calc'!A0"


# To read the tree of a file takes ten times as long as to see that it has none of the names.
PERHAPS = re.compile("|".join(WRITES | OFFICE))


def _says(program: str) -> set[str]:
    """Which of the names above are attributes or imported names of a program."""
    if not PERHAPS.search(program):
        return set()
    return (WRITES | OFFICE) & {
        name
        for node in ast.walk(ast.parse(program))
        for name in (
            [node.attr]
            if isinstance(node, ast.Attribute)
            else [alias.name.partition(".")[0] for alias in node.names]
            if isinstance(node, ast.Import | ast.ImportFrom)
            else []
        )
    }


def test_nothing_writes_cells_but_the_one_that_defuses_them() -> None:
    said = {path: _says(path.read_text("utf-8")) for path in SHOP.rglob("*.py")}

    assert {path for path, names in said.items() if names & WRITES} == {WRITER}
    assert [path for path, names in said.items() if names & OFFICE] == []


@pytest.mark.parametrize("begin", ["=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠", "﹢"])
@pytest.mark.parametrize("before", ["", " ", "\u3000", "\xa0", "\u200b", "\ufeff"])
def test_a_cell_that_begins_as_a_formula_is_text_whatever_blank_stands_before(
    before: str, begin: str
) -> None:
    cell = f"{before}{begin}{FORMULA}"

    written = spreadsheets.text_of([[cell, -5, "보통 글"]]).decode("utf-8-sig")

    [row] = csv.reader(StringIO(written, newline=""))
    assert row == ["'" + cell, "-5", "보통 글"]
    assert [spreadsheets.meant_by(back) for back in row] == [cell, "-5", "보통 글"]


def test_a_quote_ends_no_cell() -> None:
    cells = ['a","=1+1', "b\r\n=1+1"]

    [row] = csv.reader(StringIO(spreadsheets.text_of([cells]).decode("utf-8-sig"), newline=""))

    assert row == cells
