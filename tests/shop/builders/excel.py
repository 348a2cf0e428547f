"""Reads files as Excel shows them: cells of a CSV file that look like numbers, days or formulas are taken for such."""

import csv
import re
import zipfile
from io import BytesIO, StringIO
from xml.etree import ElementTree as ET

_CELL = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
_MONTH = "(?:JAN|FEB|MAR|APR|MAY|JUN|JUL|AUG|SEP|OCT|NOV|DEC)"
# As typed into Korean Excel: days with and without a year, names of months, times.
_DAY = re.compile(
    rf"\d{{1,2}}[-/]\d{{1,2}}(?:[-/]\d{{1,4}})?|{_MONTH}(?:CH|IL|E|Y|T)?[-/ ]?\d{{1,4}}"
    rf"|\d{{1,2}}[-/ ]{_MONTH}(?:[-/ ]\d{{1,4}})?|(?:\d{{4}}년 )?\d{{1,2}}월(?: \d{{1,2}}일)?"
    r"|(?:오전 |오후 )?\d{1,2}:\d\d(?::\d\d)?|\d{1,2} [ap]m",
    re.IGNORECASE,
)
# Amounts, percents, fractions, and words of logic.
_NUMBER = re.compile(
    r"\d{1,3}(?:,\d{3})+|[₩$][\d,]+|\d+%|\(\d+\)|\.\d+|\d+ \d+/\d+|true|false", re.IGNORECASE
)


def as_excel_reads(content: bytes, sheet: int = 1) -> list[list[str]]:
    """The cells of a CSV or of a sheet of an .xlsx file, as text."""
    if content.startswith(b"PK"):
        return _workbook(content, sheet)
    text = content.decode("utf-8-sig")
    return [[_shown(cell) for cell in row] for row in csv.reader(StringIO(text, newline=""))]


def _shown(cell: str) -> str:
    """A cell of CSV, which has no types: Excel guesses."""
    plain = cell.strip()
    if plain.startswith(("=", "+", "-", "@")) and not re.fullmatch(r"-?\d+(\.\d+)?", plain):
        return "a formula"
    if re.fullmatch(r"-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?", plain):
        return f"{float(plain):.15g}"
    if _NUMBER.fullmatch(plain):
        return "a number"
    return "a day" if _DAY.fullmatch(plain) else cell


def _workbook(content: bytes, number: int) -> list[list[str]]:
    with zipfile.ZipFile(BytesIO(content)) as archive:
        assert archive.testzip() is None
        for name in archive.namelist():
            ET.fromstring(archive.read(name))  # noqa: S314 - our own file
        sheet = ET.fromstring(archive.read(f"xl/worksheets/sheet{number}.xml"))  # noqa: S314
    assert not list(sheet.iter(f"{_CELL}f")), "a formula"
    return [[_text(cell) for cell in row.iter(f"{_CELL}c")] for row in sheet.iter(f"{_CELL}row")]


def _text(cell: ET.Element) -> str:
    if cell.get("t") == "inlineStr":
        return "".join(part.text or "" for part in cell.iter(f"{_CELL}t"))
    value = cell.find(f"{_CELL}v")
    return f"{float(value.text or ''):.15g}" if value is not None else ""
