"""Reads a CSV file line by line, whoever wrote it: UTF-8 or CP949, commas, semicolons or tabs, Korean or English names.

A file is never in memory as a whole.
"""

import codecs
import csv
import unicodedata
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Self, TextIO, override

from ieum.shop.kernel.spreadsheets import meant_by
from ieum.shop.moving_in.types import Line

CHUNK = 1 << 20
# Signs of one row, line breaks within its cells included. No row of a shop is near it; a file without line breaks, or
# with a quote that never closes, would be one row of any length.
LONGEST_ROW = 1 << 20
# By our name of a column, what others call it.
COLUMNS: dict[str, dict[str, tuple[str, ...]]] = {
    "member": {
        "id": ("번호", "회원번호", "id", "member"),
        "login_id": ("아이디", "로그인아이디", "login_id", "userid", "login"),
        "name": ("이름", "성명", "회원명", "name"),
        "email": ("이메일", "메일", "이메일주소", "email", "mail"),
        "phone": ("휴대폰", "휴대폰번호", "휴대전화", "전화번호", "연락처", "phone", "mobile"),
        "joined": ("가입일", "가입일시", "joined", "joined_at"),
        "sms": ("문자수신동의일", "sms수신동의일", "sms_agreed_at", "sms"),
        "mail": ("메일수신동의일", "이메일수신동의일", "mail_agreed_at", "email_agreed_at"),
    },
    "service": {
        "id": ("번호", "서비스번호", "이용번호", "id", "service"),
        "member": ("회원번호", "회원", "member", "member_id"),
        "plan": ("상품", "상품명", "상품코드", "plan"),
        "address": ("IP", "IP주소", "아이피", "address"),
        "began": ("시작일", "이용시작일", "began", "starts_at"),
        "ends": ("만료일", "종료일", "이용종료일", "ends", "ends_at"),
    },
    "points": {
        "id": ("번호", "내역번호", "id", "entry"),
        "member": ("회원번호", "회원", "member", "member_id"),
        "points": ("포인트", "적립금", "points"),
        "reason": ("사유", "내용", "reason"),
        "expires": ("소멸일", "만료일", "expires", "expires_at"),
    },
    "plan": {"theirs": ("이전상품", "theirs", "from"), "ours": ("상품코드", "ours", "to")},
}
NEEDED: dict[str, tuple[str, ...]] = {
    "member": ("id", "login_id", "name", "email", "phone"),
    "service": ("id", "member", "plan", "address", "ends"),
    "points": ("id", "member", "points"),
    "plan": ("theirs", "ours"),
}
NAMES: dict[str, dict[str, str]] = {
    kind: {ours: theirs[0] for ours, theirs in columns.items()} for kind, columns in COLUMNS.items()
}


class FileRefused(Exception):
    """The file as a whole cannot be read; the message says why, in Korean."""


def read_lines(path: Path, kind: str) -> Generator[Line]:
    """Lines with something in them, numbered as an editor numbers them. Raises FileRefused."""
    if not path.is_file():
        # A pipe or a device could be read once at most, and may never end.
        raise FileRefused(f"{path.name}: 보통 파일이 아닙니다.")
    encoding = _encoding(path)
    with path.open(encoding=encoding, newline="") as file:
        head = file.readline(LONGEST_ROW)
        delimiter = max(",;\t", key=head.count)
        file.seek(0)
        rows = _Rows(path, file)
        reader = csv.reader(rows, delimiter=delimiter, strict=True)
        try:
            columns = _columns(path, next(reader, list[str]()), kind)
            before = reader.line_num
            for cells in reader:
                rows.begin()
                # A cell may have line breaks in it; the line is the one that it begins on.
                number, before = before + 1, reader.line_num
                if any(cell.strip() for cell in cells):
                    yield Line(
                        number,
                        {
                            name: _tidy(meant_by(cells[place])) if place < len(cells) else ""
                            for name, place in columns.items()
                        },
                    )
        except csv.Error as error:
            raise FileRefused(
                f"{path.name} {reader.line_num}줄: CSV 형식이 아닙니다. 따옴표를 확인해 주세요."
            ) from error


class _Rows(Iterator[str]):
    """The lines of a file, which ends a row that becomes too long before it is in memory."""

    def __init__(self, path: Path, file: TextIO) -> None:
        self._path, self._file = path, file
        self._left = LONGEST_ROW

    def begin(self) -> None:
        """The row before has been read; what comes is another."""
        self._left = LONGEST_ROW

    @override
    def __iter__(self) -> Self:
        return self

    @override
    def __next__(self) -> str:
        line = self._file.readline(self._left + 1)
        if not line:
            raise StopIteration
        self._left -= len(line)
        if self._left < 0:
            raise FileRefused(
                f"{self._path.name}: 한 줄이 너무 깁니다. 줄바꿈이 없거나 따옴표가 닫히지 않은 파일입니다."
            )
        return line


def _encoding(path: Path) -> str:
    decoders = {
        "utf-8-sig": codecs.getincrementaldecoder("utf-8")(),
        "cp949": codecs.getincrementaldecoder("cp949")(),
    }
    with path.open("rb") as file:
        while decoders:
            chunk = file.read(CHUNK)
            for name in list(decoders):
                try:
                    decoders[name].decode(chunk, final=not chunk)
                except UnicodeDecodeError:
                    del decoders[name]
            if not chunk:
                break
    for name in decoders:
        return name
    raise FileRefused(f"{path.name}: UTF-8도 CP949(엑셀 CSV)도 아닙니다. UTF-8 CSV로 다시 저장해 주세요.")


def _columns(path: Path, head: list[str], kind: str) -> dict[str, int]:
    """Where each column of ours stands. Columns that nobody asks for are not read."""
    places = {_plain(name): place for place, name in reversed(list(enumerate(head)))}
    columns = {
        ours: places[name]
        for ours, theirs in COLUMNS[kind].items()
        for name in map(_plain, reversed(theirs))
        if name in places
    }
    missing = [NAMES[kind][name] for name in NEEDED[kind] if name not in columns]
    if missing:
        raise FileRefused(f"{path.name}: 첫 줄에 열 이름이 없습니다: {', '.join(missing)}")
    return columns


def _plain(name: str) -> str:
    return _tidy(name).lower().replace(" ", "").replace("-", "_")


def _tidy(cell: str) -> str:
    return " ".join(unicodedata.normalize("NFC", cell.replace("\ufeff", "").replace("\0", "")).split())
