"""Rules for a sub-id's id, name and last day, and for a file of sub-ids. Pure; the clock is handed in."""

import re
from datetime import date, datetime, timedelta

from ieum.shop.kernel import tables
from ieum.shop.kernel.errors import Field
from ieum.shop.kernel.seoul import SEOUL, moment_of
from ieum.shop.kernel.texts import WORDS
from ieum.shop.members import rules as members
from ieum.shop.members.names import LONGEST_NAME, SHORTEST_NAME, tidy_label
from ieum.shop.members.types import NewSubId
from ieum.shop.sub_ids.types import SubIdForm

# Of one file.
MOST_LINES = 50
_HEADINGS = frozenset({"아이디", "loginId", "id"})
# A file that is wrong from its beginning to its end is not mended line by line.
MOST_FAULTS = 100
# Each tells which ids are taken.
TRIES_A_MINUTE = 30
FILES_A_MINUTE = 5
# An office of fifty with ten services each may be set up within one; what is switched to and fro by a machine would
# fill the log without end. Suspending, withdrawing and removing is never refused.
CHANGES_AN_HOUR = 600
# What is made and removed again and again would use up ids, which are never given twice.
SPARE_A_DAY = 50
LINKS_A_DAY = 20
LINK_LIFETIME = timedelta(days=1)
# Nobody plans further, and a typing error in the year is caught.
LONGEST = timedelta(days=366 * 10)


def check(form: SubIdForm, now: datetime, *, prefix: str = "") -> tuple[NewSubId, list[Field]]:
    """Return the sub-id in the form we store, and what is wrong with it, under the names of the form."""
    name = tidy_label(form.name)
    wrong = [
        *(_named("loginId", field) for field in members.wrong_login_id(form.login_id)),
        *wrong_name(name),
        *wrong_last_day(form.last_day, now),
    ]
    return NewSubId(form.login_id, name, end_of(form.last_day)), [_prefixed(prefix, field) for field in wrong]


def wrong_name(name: str) -> list[Field]:
    """Check the name, which is a label for the owner, such as a name, a desk or a machine, so any words will do."""
    if not SHORTEST_NAME <= len(name) <= LONGEST_NAME:
        return [Field("name", "invalid", "이름은 2~60자로 입력해 주세요.")]
    if not re.search(WORDS, name):
        return [Field("name", "invalid", "이름에 쓸 수 없는 문자가 있습니다. 지우고 다시 입력해 주세요.")]
    return []


def wrong_last_day(last_day: date | None, now: datetime) -> list[Field]:
    today = now.astimezone(SEOUL).date()
    if last_day is None or today <= last_day <= today + LONGEST:
        return []
    return [Field("lastDay", "out_of_range", "마지막 날은 오늘부터 10년 안의 날짜로 정해 주세요.")]


def end_of(last_day: date | None) -> datetime | None:
    """From when on it may not be used: the midnight in Seoul after its last day."""
    # The day is added to the moment: nobody can add one to the last day that there is. Seoul has no summer time.
    return None if last_day is None else moment_of(last_day) + timedelta(days=1)


def read_file(text: str, now: datetime) -> tuple[dict[int, NewSubId], dict[int, list[Field]]]:
    """Read every line, and say of each what is wrong with it, both by its number in the file, which begins at 1.

    What is wrong with the file as a whole is said of line 0.
    """
    try:
        rows = list(tables.read_text(text))
    except tables.TableRefused:
        return {}, {
            0: [Field("csv", "invalid", "CSV 파일로 읽을 수 없습니다. 파일을 다시 저장해 올려 주세요.")]
        }
    rows = rows[len([row for row in rows[:1] if row.cells[0] in _HEADINGS]) :]
    read: dict[int, NewSubId] = {}
    wrong: dict[int, list[Field]] = {}
    seen: dict[str, int] = {}
    for row in rows:
        number = row.ends
        made, faults = _read_line(row, now)
        if made is not None:
            read[number] = made
            # A line that is wrong makes nothing, so that nothing repeats it.
            if made.login_id in seen:
                detail = f"{number}번째 줄: {seen[made.login_id]}번째 줄과 아이디가 같습니다."
                faults.append(Field(f"lines[{number}].loginId", "repeated", detail))
            elif not faults:
                seen[made.login_id] = number
        if faults:
            wrong[number] = faults
        if len(wrong) == MOST_FAULTS:
            break
    if not read and not wrong:
        detail = "파일에 서브 아이디가 없습니다. 한 줄에 아이디와 이름을 적어 주세요."
        wrong[0] = [Field("csv", "empty", detail)]
    if len(read) > MOST_LINES:
        detail = f"한 번에 {MOST_LINES}개까지 만들 수 있습니다. 파일을 나누어 올려 주세요."
        return {}, {0: [Field("csv", "too_many", detail)]}
    return read, wrong


def _read_line(row: tables.TableRow, now: datetime) -> tuple[NewSubId | None, list[Field]]:
    number, cells = row.ends, row.cells
    prefix = f"lines[{number}]."
    if row.is_lost:
        return None, [Field(f"lines[{number}]", "lost", f"{number}번째 줄: {tables.LOST_DETAIL}")]
    if row.line != row.ends:
        detail = f"{number}번째 줄: 한 칸 안에서 줄을 바꿀 수 없습니다. 한 줄에 하나씩 적어 주세요."
        return None, [Field(f"lines[{number}]", "columns", detail)]
    if len(cells) not in {2, 3}:
        detail = f"{number}번째 줄: 아이디와 이름, 필요하면 마지막 날을 쉼표로 나누어 적어 주세요."
        return None, [Field(f"lines[{number}]", "columns", detail)]
    try:
        last_day = date.fromisoformat(cells[2].replace(".", "-")) if cells[2:] and cells[2] else None
    except ValueError:
        detail = f"{number}번째 줄: 마지막 날은 2026-12-31처럼 적어 주세요."
        return None, [Field(f"{prefix}lastDay", "invalid", detail)]
    made, faults = check(SubIdForm(cells[0], cells[1], last_day), now, prefix=prefix)
    return made, [Field(fault.name, fault.code, f"{number}번째 줄: {fault.detail}") for fault in faults]


def _named(name: str, field: Field) -> Field:
    return Field(name, field.code, field.detail)


def _prefixed(prefix: str, field: Field) -> Field:
    return Field(f"{prefix}{field.name}", field.code, field.detail)
