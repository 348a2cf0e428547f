"""Decides of each line what is done with it: what the files and the database say together. It changes nothing."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import NamedTuple

from ieum.shop.kernel.db import Connection
from ieum.shop.members import moved_in as members
from ieum.shop.members.rules import login_id_hashes
from ieum.shop.moving_in import queries, rules
from ieum.shop.moving_in.cells import today
from ieum.shop.moving_in.files import NAMES
from ieum.shop.moving_in.types import (
    Kind,
    Line,
    MovedMember,
    MovedPoints,
    MovedService,
    Plan,
    Read,
    Row,
    Seen,
    Wrong,
)
from ieum.shop.stock import moved_in as stock


class Verdict(NamedTuple):
    """Result of judging a batch of lines."""

    new: list[Read[Row]]
    before: list[int]
    """The numbers of lines that were imported before, as they are."""
    changed: list[tuple[Read[Row], Seen]]
    """Imported before with other contents."""
    wrong: list[Wrong]


class Judge:
    """Goes through the files of one import once. Ids that it has seen are kept, a line's contents are not."""

    def __init__(self, plans: Sequence[Plan], mapping: Mapping[str, str], *, key: str) -> None:
        self._plans = {plan.code: plan for plan in plans}
        self._mapping = mapping
        self._key = key
        self._ids: dict[Kind, dict[str, int]] = {"member": {}, "service": {}, "points": {}}
        self._login_ids = dict[str, int]()
        self._addresses = dict[str, int]()
        self._coming = set[str]()
        """Members of this import whose line is well."""
        self._wrong = set[str]()
        """Members whose line is wrong."""

    def plan_of(self, theirs: str) -> Plan | None:
        return self._plans.get(self._mapping.get(theirs, theirs))

    async def judge(self, conn: Connection, kind: Kind, lines: Sequence[Line]) -> Verdict:
        reads, wrong = self._read(kind, lines)
        seen = await queries.list_seen(conn, kind, [read.row.external_id for read in reads])
        verdict = Verdict([], [], [], wrong)
        for read in reads:
            before = seen.get(read.row.external_id)
            if before is None:
                verdict.new.append(read)
            elif before.contents == read.contents:
                verdict.before.append(read.line)
            else:
                verdict.changed.append((read, before))
        found = await self._ask(conn, kind, verdict.new)
        bad = {each.line for each in found}
        if kind == "member":
            self._coming |= {read.row.external_id for read in verdict.new if read.line not in bad}
            self._wrong |= {read.row.external_id for read in verdict.new if read.line in bad}
        return verdict._replace(
            new=[read for read in verdict.new if read.line not in bad], wrong=[*wrong, *found]
        )

    def _read(self, kind: Kind, lines: Sequence[Line]) -> tuple[list[Read[Row]], list[Wrong]]:
        """The lines that are well by themselves and beside those before them."""
        reads, wrong = list[Read[Row]](), list[Wrong]()
        now, day = datetime.now(UTC), today()
        for line in lines:
            match kind:
                case "member":
                    read = rules.read_member(line, today=day)
                case "service":
                    read = rules.read_service(line, now=now, today=day)
                case "points":
                    read = rules.read_points(line, today=day)
            problems = read if isinstance(read, list) else self._repeated(kind, read.line, read.row)
            if isinstance(read, list) or problems:
                wrong += problems
                if kind == "member":
                    self._wrong.add(line.cells["id"])
            else:
                reads.append(Read(read.line, read.row, read.contents))
        return reads, wrong

    def _repeated(self, kind: Kind, line: int, row: Row) -> list[Wrong]:
        """List the values of a line that an earlier line of its file has already."""
        unique = [("id", self._ids[kind], row.external_id)]
        if isinstance(row, MovedMember):
            unique.append(("login_id", self._login_ids, row.login_id))
        elif isinstance(row, MovedService):
            unique.append(("address", self._addresses, row.address))
        wrong = list[Wrong]()
        for column, values, value in unique:
            if (first := values.setdefault(value, line)) != line:
                wrong.append(Wrong(line, NAMES[kind][column], f"{first}줄과 같습니다."))
        return wrong

    async def _ask(self, conn: Connection, kind: Kind, reads: Sequence[Read[Row]]) -> list[Wrong]:
        """List what the database knows against new lines."""
        if kind == "member":
            return await self._ask_members(
                conn, [read for read in reads if isinstance(read.row, MovedMember)]
            )
        wrong = await self._ask_owners(conn, kind, reads)
        if kind == "service":
            wrong += await self._ask_addresses(conn, reads)
        return wrong

    async def _ask_members(self, conn: Connection, reads: Sequence[Read[Row]]) -> list[Wrong]:
        rows = {read.row.login_id: read.line for read in reads if isinstance(read.row, MovedMember)}
        # Under each key that was the shop's, as who left before a change of it has left their id under the older one.
        hashed = [(one, each) for one in rows for each in login_id_hashes(one, key=self._key)]
        taken = await members.list_taken(conn, [one for one, _ in hashed], [each for _, each in hashed])
        return [
            Wrong(rows[login_id], NAMES["member"]["login_id"], "이 쇼핑몰에서 이미 쓰는 아이디입니다.")
            for login_id in taken
        ]

    async def _ask_owners(self, conn: Connection, kind: Kind, reads: Sequence[Read[Row]]) -> list[Wrong]:
        """A service or points have a member who comes in the same import, or has come before."""
        owners = [(read.line, read.row.member) for read in reads if not isinstance(read.row, MovedMember)]
        come = await queries.list_seen(conn, "member", [member for _, member in owners])
        gone = await queries.list_gone(conn, [seen.member_id for seen in come.values()])
        wrong = list[Wrong]()
        for line, member in owners:
            if member in come:
                if come[member].member_id in gone:
                    wrong.append(Wrong(line, NAMES[kind]["member"], "탈퇴한 회원입니다."))
            elif member not in self._coming:
                reason = (
                    "이 회원의 줄이 잘못되어 옮기지 못했습니다."
                    if member in self._wrong
                    else "이런 번호의 회원이 없습니다."
                )
                wrong.append(Wrong(line, NAMES[kind]["member"], reason))
        return wrong

    async def _ask_addresses(self, conn: Connection, reads: Sequence[Read[Row]]) -> list[Wrong]:
        rows = [(read.line, read.row) for read in reads if isinstance(read.row, MovedService)]
        known = {
            one.address: one for one in await stock.list_addresses(conn, [row.address for _, row in rows])
        }
        wrong = list[Wrong]()
        for line, row in rows:
            plan, address = self.plan_of(row.plan), known.get(row.address)
            if plan is None:
                wrong.append(
                    Wrong(
                        line,
                        NAMES["service"]["plan"],
                        "이 쇼핑몰에 없는 상품입니다. plans.csv에 어느 상품인지 적어 주세요.",
                    )
                )
            if reason := _wrong_address(address, plan):
                wrong.append(Wrong(line, NAMES["service"]["address"], reason))
        return wrong


def _wrong_address(address: stock.KnownAddress | None, plan: Plan | None) -> str:
    if address is None:
        return "등록되지 않은 IP입니다. 먼저 게이트웨이에 등록해 주세요."
    if address.is_leased:
        return "다른 서비스가 쓰고 있는 IP입니다."
    if not address.is_usable:
        return "아직 확인되지 않았거나 판매에서 뺀 IP입니다. IP 주소 화면에서 확인해 주세요."
    if plan is not None and address.pool_id not in plan.pools:
        return "이 상품의 풀에 없는 IP입니다. plans.csv의 상품과 IP의 풀을 확인해 주세요."
    return ""


def describe(row: Row) -> str:
    """Describe what a new line brings, without anything of it."""
    match row:
        case MovedMember():
            return "회원을 만듭니다"
        case MovedService():
            return "이용권과 IP를 옮깁니다"
        case MovedPoints():
            return "포인트를 옮깁니다"
