"""Reads a CSV file of another shop line by line, with Korean or English names of columns (`kernel/tables.py` reads it).

A file is never in memory as a whole.
"""

from collections.abc import Generator
from pathlib import Path

from ieum.shop.kernel import tables
from ieum.shop.moving_in.types import Line

_WORDS = {
    "encoding": "UTF-8도 CP949(엑셀 CSV)도 UTF-16도 아닙니다. UTF-8 CSV로 다시 저장해 주세요.",
    "row": "한 줄이 너무 깁니다. 줄바꿈이 없거나 따옴표가 닫히지 않은 파일입니다.",
    "csv": "CSV 형식이 아닙니다. 따옴표를 확인해 주세요.",
}
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
    try:
        with path.open(encoding=tables.encoding_of(path), newline="") as file:
            rows = tables.read_rows(file)
            head = next(rows, tables.TableRow(1, 1, []))
            columns = _columns(path, head.cells, kind)
            for row in rows:
                if row.is_lost:
                    raise FileRefused(f"{path.name} {row.line}줄: {tables.LOST_DETAIL}")
                yield Line(
                    row.line,
                    {
                        name: row.cells[place].replace("\0", "") if place < len(row.cells) else ""
                        for name, place in columns.items()
                    },
                )
    except tables.TableRefused as refused:
        where = path.name if refused.wrong == "encoding" else f"{path.name} {refused.line}줄"
        raise FileRefused(f"{where}: {_WORDS[refused.wrong]}") from refused
    except UnicodeError as error:
        raise FileRefused(f"{path.name}: {_WORDS['encoding']}") from error


def _columns(path: Path, head: list[str], kind: str) -> dict[str, int]:
    """Find the place of each column of ours. Columns that nobody asks for are not read."""
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
    return name.lower().replace(" ", "").replace("-", "_")
