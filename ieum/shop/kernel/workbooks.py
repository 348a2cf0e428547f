"""Excel's own files (.xlsx) of one sheet, in which text is text: no zero is cut, and nothing runs as a formula.

For what a person pastes into another form as it stands; other downloads are CSV (`kernel/spreadsheets.py`,
docs/decisions/0154). ECMA-376, Part 1, chapter 18.
"""

import zipfile
from collections.abc import Iterable, Sequence
from io import BytesIO
from xml.sax.saxutils import escape

from ieum.shop.kernel.spreadsheets import Cell
from ieum.shop.kernel.xml_text import allowed

MEDIA_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_RELATIONS = "http://schemas.openxmlformats.org/package/2006/relationships"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_TYPES = "application/vnd.openxmlformats-officedocument.spreadsheetml"
_HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
# Style 1 is the format "Text" (49), so that a cell stays text when somebody edits it.
_PARTS = {
    "[Content_Types].xml": f"""{_HEAD}
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
<Default Extension="xml" ContentType="application/xml"/>
<Override PartName="/xl/workbook.xml" ContentType="{_TYPES}.sheet.main+xml"/>
<Override PartName="/xl/styles.xml" ContentType="{_TYPES}.styles+xml"/>
<Override PartName="/xl/worksheets/sheet1.xml" ContentType="{_TYPES}.worksheet+xml"/>
</Types>""",
    "_rels/.rels": f"""{_HEAD}
<Relationships xmlns="{_RELATIONS}">
<Relationship Id="rId1" Type="{_OFFICE}/officeDocument" Target="xl/workbook.xml"/>
</Relationships>""",
    "xl/workbook.xml": f"""{_HEAD}
<workbook xmlns="{_MAIN}" xmlns:r="{_OFFICE}"><sheets>
<sheet name="Sheet1" sheetId="1" r:id="rId1"/>
</sheets></workbook>""",
    "xl/_rels/workbook.xml.rels": f"""{_HEAD}
<Relationships xmlns="{_RELATIONS}">
<Relationship Id="rId1" Type="{_OFFICE}/worksheet" Target="worksheets/sheet1.xml"/>
<Relationship Id="rId2" Type="{_OFFICE}/styles" Target="styles.xml"/>
</Relationships>""",
    "xl/styles.xml": f"""{_HEAD}
<styleSheet xmlns="{_MAIN}">
<fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts>
<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>
<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>
<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>
<cellXfs count="2"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>
<xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs>
</styleSheet>""",
}


def workbook_of(rows: Iterable[Sequence[Cell]]) -> bytes:
    """The content of a whole file."""
    content = BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, part in _PARTS.items():
            archive.writestr(name, part)
        written = "".join(f"<row>{''.join(map(_cell, cells))}</row>" for cells in rows)
        archive.writestr(
            "xl/worksheets/sheet1.xml",
            f'{_HEAD}\n<worksheet xmlns="{_MAIN}"><sheetData>{written}</sheetData></worksheet>',
        )
    return content.getvalue()


def _cell(value: Cell) -> str:
    match value:
        case None:
            return '<c s="1"/>'
        case int():
            return f"<c><v>{value}</v></c>"
        case str():
            return f'<c s="1" t="inlineStr"><is><t xml:space="preserve">{escape(allowed(value))}</t></is></c>'
