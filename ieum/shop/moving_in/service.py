"""`ieum import`: checks all lines of a folder, then writes them batch by batch; what was written is not written again.

A batch is one transaction with its lines noted in it, so that an import that broke off goes on where it was.
"""

from collections.abc import Callable, Iterator
from contextlib import closing
from itertools import batched
from pathlib import Path
from typing import NamedTuple

from ieum.common.progress import Progress
from ieum.shop.kernel.db import Database
from ieum.shop.members.moved_in import password_of_nobody
from ieum.shop.moving_in import applying, queries
from ieum.shop.moving_in.aside import Aside
from ieum.shop.moving_in.files import FileRefused, read_lines
from ieum.shop.moving_in.judging import Judge, Verdict, describe
from ieum.shop.moving_in.types import Counts, Kind, Line, MovedMember, Read

BATCH = 500
FILES: dict[Kind, str] = {"member": "members.csv", "service": "services.csv", "points": "points.csv"}
PLANS_FILE = "plans.csv"
# Members before what is theirs.
KINDS: tuple[Kind, ...] = ("member", "service", "points")
FIELDS: dict[Kind, str] = {"member": "members", "service": "services", "points": "points"}


class UnderWay(Exception):
    """Raised if an import already runs on this database."""


class WrongLines(Exception):
    """Wrong lines, because of which nothing was imported; each was told."""

    def __init__(self, count: int) -> None:
        super().__init__(f"{count} lines are wrong")
        self.count = count


class Options(NamedTuple):
    folder: Path
    key: str
    made_by: str
    dry_run: bool = False
    skip_wrong: bool = False
    update: bool = False
    came_from: str | None = None


type Tell = Callable[[str], None]


async def run(db: Database, options: Options, tell: Tell, progress: Progress) -> Counts:
    """Run an import. Raises UnderWay, WrongLines, FileRefused, TakenMeanwhile."""
    async with db.connection() as guard:
        if not await queries.try_lock(guard):
            raise UnderWay
        try:
            return await _Import(db, options, tell, progress).run()
        finally:
            await queries.unlock(guard)


class _Import:
    def __init__(self, db: Database, options: Options, tell: Tell, progress: Progress) -> None:
        self._db = db
        self._options = options
        self._tell = tell
        self._progress = progress
        self._files = {kind: options.folder / name for kind, name in FILES.items()}
        self._counts = Counts()
        # Lines that were found wrong as the files were checked.
        self._wrong = set[tuple[Kind, int]]()
        self._stamps = dict[Path, tuple[int, ...]]()

    async def run(self) -> Counts:
        if not any(path.exists() for path in self._files.values()):
            raise FileRefused(
                f"{self._options.folder}에 {', '.join(FILES.values())} 가운데 아무것도 없습니다."
            )
        async with self._db.connection() as conn:
            plans = await queries.list_plans(conn)
        mapping = self._read_mapping()
        wrong = await self._check(Judge(plans, mapping, key=self._options.key))
        if self._options.dry_run or (wrong and not self._options.skip_wrong):
            if wrong:
                raise WrongLines(wrong)
            return self._counts
        self._counts = Counts()
        await self._write(Judge(plans, mapping, key=self._options.key))
        return self._counts

    def _read_mapping(self) -> dict[str, str]:
        path = self._options.folder / PLANS_FILE
        if not path.exists():
            return {}
        return {line.cells["theirs"]: line.cells["ours"] for line in read_lines(path, "plan")}

    async def _check(self, judge: Judge) -> int:
        """Tell what would happen to each line, or what is wrong with it. Returns how many lines are wrong."""
        wrong = 0
        with closing(Aside()) as aside:
            for kind, lines in self._batches("확인"):
                async with self._db.transaction() as conn:
                    verdict = await judge.judge(conn, kind, lines)
                self._tell_verdict(kind, verdict)
                self._count(kind, verdict)
                wrong += len({each.line for each in verdict.wrong})
                self._wrong |= {(kind, each.line) for each in verdict.wrong}
                if self._options.skip_wrong and not self._options.dry_run:
                    aside.add(self._files[kind], kind, lines, verdict.wrong)
        return wrong

    def _tell_verdict(self, kind: Kind, verdict: Verdict) -> None:
        name = FILES[kind]
        for each in verdict.wrong:
            self._tell(f"{name} {each.line}줄 · {each.column}: {each.reason}")
        for read, _ in verdict.changed:
            told = "내용이 바뀌었지만 그대로 둡니다"
            if self._options.update and kind == "member":
                told = "회원이 아직 들어오지 않았고 아이디가 같으면 바뀐 내용으로 고칩니다"
            self._tell(f"{name} {read.line}줄: 이미 옮긴 줄입니다. {told}.")
        if self._options.dry_run:
            for read in verdict.new:
                self._tell(f"{name} {read.line}줄: {describe(read.row)}.")

    def _count(self, kind: Kind, verdict: Verdict) -> None:
        field = FIELDS[kind]
        setattr(self._counts, field, getattr(self._counts, field) + len(verdict.new))
        self._counts.before += len(verdict.before)
        self._counts.changed += len(verdict.changed)
        self._counts.skipped += len({each.line for each in verdict.wrong})

    async def _write(self, judge: Judge) -> None:
        async with self._db.transaction() as conn:
            number = await queries.begin_run(conn, self._options.made_by, self._options.came_from)
        password_hash = password_of_nobody()
        for kind, lines in self._batches("옮기기"):
            async with self._db.transaction() as conn:
                verdict = await judge.judge(conn, kind, lines)
                if any((kind, each.line) not in self._wrong for each in verdict.wrong):
                    # Told to nobody, and set aside nowhere.
                    raise applying.TakenMeanwhile
                if verdict.new:
                    await applying.apply(
                        conn,
                        kind,
                        number,
                        verdict.new,
                        password_hash=password_hash,
                        key=self._options.key,
                        plan_of=judge.plan_of,
                    )
                updated = 0
                for read, seen in verdict.changed if self._options.update else []:
                    if isinstance(read.row, MovedMember):
                        known = Read(read.line, read.row, read.contents)
                        updated += await applying.update_member(conn, known, seen, key=self._options.key)
                self._count(kind, verdict)
                self._counts.updated += updated
                self._counts.changed -= updated
                await queries.note_run(conn, number, self._counts)
        async with self._db.transaction() as conn:
            await queries.note_run(conn, number, self._counts, ended=True)

    def _batches(self, what: str) -> Iterator[tuple[Kind, tuple[Line, ...]]]:
        for kind in KINDS:
            path = self._files[kind]
            if not path.exists():
                continue
            self._refuse_changed(path)
            with self._progress.step(f"{FILES[kind]} {what}") as advance:
                for lines in batched(read_lines(path, kind), BATCH):
                    yield kind, lines
                    advance(len(lines))
            self._refuse_changed(path)

    def _refuse_changed(self, path: Path) -> None:
        """Refuse a file that somebody saved since the check: only checked contents are written."""
        found = path.stat()
        stamp = (found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns)
        if self._stamps.setdefault(path, stamp) != stamp:
            raise FileRefused(
                f"{path.name}: 읽는 동안 바뀌었습니다. 다시 실행하면 이미 옮긴 줄은 건너뛰고 이어서 합니다."
            )
