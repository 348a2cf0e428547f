"""Excel's own files (.xlsx), in which text is text: no zero is cut, and nothing runs as a formula.

Downloads for programs are CSV (`kernel/spreadsheets.py`, docs/decisions/0154). ECMA-376, Part 1, chapter 18.
"""

import zipfile
from collections.abc import Iterable, Sequence
from io import BytesIO
from typing import IO
from xml.sax.saxutils import escape, quoteattr

from ieum.shop.kernel.spreadsheets import Cell
from ieum.shop.kernel.xml_text import allowed

MEDIA_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_RELATIONS = "http://schemas.openxmlformats.org/package/2006/relationships"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_TYPES = "application/vnd.openxmlformats-officedocument.spreadsheetml"
_HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
# Excel reads no more rows in a sheet, and no more characters in a cell.
MOST_ROWS = 1_048_576
_LONGEST = 32_767
# Style 1 is the format "Text" (49), so that a cell stays text when somebody edits it.
_STYLES = f"""{_HEAD}
<styleSheet xmlns="{_MAIN}">
<fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts>
<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>
<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>
<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>
<cellXfs count="2"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>
<xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs>
</styleSheet>"""


class Workbook:
    """A file that is written row by row: no more of it is in memory than the rows of one call.

    The sheets are written one after the other, in their order. The file has to be seekable: Excel takes offence at the
    sizes that a stream has behind its contents.
    """

    def __init__(self, file: IO[bytes], *sheets: str) -> None:
        self._archive = zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED)
        for name, part in _parts(sheets).items():
            self._archive.writestr(name, part)
        self._number = 0
        self._sheet: IO[bytes] | None = None

    def begin(self) -> None:
        """Begin the next sheet."""
        self._end()
        self._number += 1
        self._sheet = self._archive.open(f"xl/worksheets/sheet{self._number}.xml", "w")
        self._write(f'{_HEAD}\n<worksheet xmlns="{_MAIN}"><sheetData>')

    def add(self, rows: Iterable[Sequence[Cell]]) -> None:
        """Append rows to the sheet that was begun last."""
        self._write("".join(f"<row>{''.join(map(_cell, cells))}</row>" for cells in rows))

    def close(self) -> None:
        """End the last sheet, and the file."""
        self._end()
        self._archive.close()

    def _end(self) -> None:
        if self._sheet is not None:
            self._write("</sheetData></worksheet>")
            self._sheet.close()
            self._sheet = None

    def _write(self, text: str) -> None:
        if self._sheet is None:
            raise ValueError("no sheet was begun")
        self._sheet.write(text.encode())


def workbook_of(rows: Iterable[Sequence[Cell]]) -> bytes:
    """The content of a whole file of one sheet."""
    content = BytesIO()
    book = Workbook(content, "Sheet1")
    book.begin()
    book.add(rows)
    book.close()
    return content.getvalue()


def _parts(sheets: Sequence[str]) -> dict[str, str]:
    """Everything but the sheets, by its path in the archive."""
    numbers = range(1, len(sheets) + 1)
    types = "\n".join(
        f'<Override PartName="/xl/worksheets/sheet{n}.xml" ContentType="{_TYPES}.worksheet+xml"/>'
        for n in numbers
    )
    named = "\n".join(
        f'<sheet name={quoteattr(name)} sheetId="{n}" r:id="rId{n}"/>'
        for n, name in zip(numbers, sheets, strict=True)
    )
    related = "\n".join(
        f'<Relationship Id="rId{n}" Type="{_OFFICE}/worksheet" Target="worksheets/sheet{n}.xml"/>'
        for n in numbers
    )
    styles = f'<Relationship Id="rId{len(sheets) + 1}" Type="{_OFFICE}/styles" Target="styles.xml"/>'
    return {
        "[Content_Types].xml": f"""{_HEAD}
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
<Default Extension="xml" ContentType="application/xml"/>
<Override PartName="/xl/workbook.xml" ContentType="{_TYPES}.sheet.main+xml"/>
<Override PartName="/xl/styles.xml" ContentType="{_TYPES}.styles+xml"/>
{types}
</Types>""",
        "_rels/.rels": f"""{_HEAD}
<Relationships xmlns="{_RELATIONS}">
<Relationship Id="rId1" Type="{_OFFICE}/officeDocument" Target="xl/workbook.xml"/>
</Relationships>""",
        "xl/workbook.xml": f"""{_HEAD}
<workbook xmlns="{_MAIN}" xmlns:r="{_OFFICE}"><sheets>
{named}
</sheets></workbook>""",
        "xl/_rels/workbook.xml.rels": f"""{_HEAD}
<Relationships xmlns="{_RELATIONS}">
{related}
{styles}
</Relationships>""",
        "xl/styles.xml": _STYLES,
    }


def _cell(value: Cell) -> str:
    match value:
        case None:
            return '<c s="1"/>'
        case int():
            return f"<c><v>{value}</v></c>"
        case str():
            text = escape(allowed(value[:_LONGEST]))
            return f'<c s="1" t="inlineStr"><is><t xml:space="preserve">{text}</t></is></c>'
