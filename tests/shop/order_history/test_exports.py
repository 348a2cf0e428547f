"""What the operator takes out: whole, marked when it is, and harmless in a spreadsheet."""

import asyncio
import csv
import io
import stat
from argparse import ArgumentParser
from datetime import datetime
from pathlib import Path
from typing import Any

import psycopg
import pytest
from psycopg import AsyncConnection
from psycopg.rows import TupleRow

from ieum.shop.invoices import cli as invoices
from ieum.shop.kernel import spreadsheets
from ieum.shop.kernel.settings import Settings, load
from ieum.shop.order_history import export
from tests.shop.builders.catalog import a_plan
from tests.shop.builders.commands import type_in
from tests.shop.builders.members import a_member
from tests.shop.builders.orders import a_payment, an_order
from tests.shop.builders.secrets import KEY


@pytest.fixture
def operator(database_url: str, web_dist: Path) -> Settings:
    """Who types on the shop's own machine."""
    return load({"IEUM_SECRET_KEY": KEY, "IEUM_DATABASE_URL": database_url, "IEUM_WEB_DIST": str(web_dist)})


def export_orders(settings: Settings, *words: str) -> int:
    parser = ArgumentParser()
    export.add_arguments(parser)
    return export.run(parser.parse_args(words), settings)


def rows_of(file: Path) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(file.read_text(encoding="utf-8-sig"), newline="")))


def orders_at(settings: Settings, *moments: str) -> list[str]:
    """An order by transfer at each of these moments, all by one member."""

    async def fill() -> list[str]:
        async with await AsyncConnection[TupleRow].connect(settings.database_url) as conn:
            member, plan = await a_member(conn, login_id="hongkildong"), await a_plan(conn)
            paid = [datetime.fromisoformat(moment) for moment in moments]
            ids = [
                await an_order(conn, member, plan, state="paid", method="transfer", created_at=at, paid_at=at)
                for at in paid
            ]
            for order_id in ids:
                await a_payment(conn, order_id, method="계좌이체")
            return ids

    return asyncio.run(fill())


def ask_at(settings: Settings, order_id: str, at: str, *, company: str = "이음상사") -> None:
    with psycopg.connect(settings.database_url) as conn:
        conn.execute(
            """
            INSERT INTO tax_invoice_requests (order_id, business_number, company, representative, email, requested_at)
            VALUES (%s, '0123456789', %s, '홍길동', 'tax@example.com', %s)
            """,
            [order_id, company, at],
        )


def exported(settings: Settings) -> list[Any]:
    with psycopg.connect(settings.database_url) as conn:
        rows = conn.execute("SELECT exported_at FROM tax_invoice_requests ORDER BY requested_at").fetchall()
    return [row[0] for row in rows]


def test_a_month_in_seoul_is_exported_whole_and_marked_once(operator: Settings, tmp_path: Path) -> None:
    before, first, last, after = orders_at(operator, *["2026-11-01T00:00:00Z"] * 4)
    ask_at(operator, before, "2026-10-31T14:59:59Z")
    ask_at(operator, first, "2026-10-31T15:00:00Z")
    ask_at(operator, last, "2026-11-30T14:59:59Z")
    ask_at(operator, after, "2026-11-30T15:00:00Z")
    file = tmp_path / "invoices.csv"

    assert type_in(invoices, operator, "--month", "2026-11", "--csv", str(file)) == 0
    once, marks = rows_of(file), exported(operator)
    assert type_in(invoices, operator, "--month", "2026-11", "--csv", str(file)) == 0
    twice = rows_of(file)

    assert [row["주문번호"] for row in once] == [first, last] == [row["주문번호"] for row in twice]
    assert [mark is not None for mark in marks] == [False, True, True, False]
    assert exported(operator) == marks
    assert [row["먼저내보낸일시"] != "" for row in (*once, *twice)] == [False, False, True, True]
    assert once[0] | {"주문번호": ""} == once[0] | {
        "주문번호": "",
        "사업자등록번호": "012-34-56789",
        "공급가액": "30000",
        "세액": "3000",
        "합계": "33000",
        "작성일자": "2026.11.01",
        "결제방법": "계좌이체",
        "주문상태": "결제완료",
    }


def test_an_invoice_is_about_the_amount_that_was_not_refunded(operator: Settings, tmp_path: Path) -> None:
    [order_id] = orders_at(operator, "2026-11-10T00:00:00Z")
    ask_at(operator, order_id, "2026-11-11T00:00:00Z")
    with psycopg.connect(operator.database_url) as conn:
        conn.execute("UPDATE payments SET cancelled_amount = 11000")

    type_in(invoices, operator, "--month", "2026-11", "--csv", str(tmp_path / "i.csv"))

    [row] = rows_of(tmp_path / "i.csv")
    assert (row["공급가액"], row["세액"], row["합계"]) == ("20000", "2000", "22000")
    assert (row["결제금액"], row["환불금액"]) == ("33000", "11000")


def test_a_preview_marks_nothing(operator: Settings, capsys: pytest.CaptureFixture[str]) -> None:
    [order_id] = orders_at(operator, "2026-11-10T00:00:00Z")
    ask_at(operator, order_id, "2026-11-11T00:00:00Z")

    type_in(invoices, operator, "--month", "2026-11")

    assert order_id in capsys.readouterr().out
    assert exported(operator) == [None]


def test_an_export_that_fails_marks_nothing(operator: Settings, tmp_path: Path) -> None:
    [order_id] = orders_at(operator, "2026-11-10T00:00:00Z")
    ask_at(operator, order_id, "2026-11-11T00:00:00Z")

    with pytest.raises(OSError, match="nowhere"):
        type_in(invoices, operator, "--month", "2026-11", "--csv", str(tmp_path / "nowhere" / "i.csv"))

    assert exported(operator) == [None]


@pytest.mark.parametrize("month", ["2026-13", "2026-1", "11-2026", "2026-11-01", ""])
def test_an_impossible_month_is_refused(operator: Settings, month: str) -> None:
    with pytest.raises(SystemExit):
        type_in(invoices, operator, "--month", month)


def test_orders_of_days_in_seoul_the_last_one_included_oldest_first(
    operator: Settings, tmp_path: Path
) -> None:
    _, newer, older, _ = orders_at(
        operator,
        "2026-11-09T14:59:59Z",
        "2026-11-11T14:59:59Z",
        "2026-11-09T15:00:00Z",
        "2026-11-11T15:00:00Z",
    )
    file = tmp_path / "orders.csv"

    assert export_orders(operator, "--from", "2026-11-10", "--to", "2026-11-11", "--csv", str(file)) == 0

    found = rows_of(file)
    assert [row["주문번호"] for row in found] == [older, newer]
    assert list(found[0]) == list(export.COLUMNS)
    assert found[0]["아이디"] == "hong****"
    assert (found[0]["주문일시"], found[0]["결제금액"], found[0]["부가세"], found[0]["결제수단"]) == (
        "2026.11.10 00:00",
        "33000",
        "3000",
        "계좌이체",
    )


def test_every_order_of_several_batches_is_exported_once(
    operator: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of one moment all of them, so that their order is the id's alone."""
    monkeypatch.setattr(export, "BATCH", 3)
    ids = orders_at(operator, *["2026-11-10T00:00:00Z"] * 10)
    file = tmp_path / "orders.csv"

    export_orders(operator, "--from", "2026-11-10", "--to", "2026-11-10", "--csv", str(file))

    assert [row["주문번호"] for row in rows_of(file)] == sorted(ids, reverse=True)


def test_every_state_and_method_of_the_tables_has_a_word(database_url: str) -> None:
    with psycopg.connect(database_url) as conn:
        checks = " ".join(
            row[0]
            for row in conn.execute(
                """
                SELECT pg_get_constraintdef(oid) FROM pg_constraint
                 WHERE conname IN ('orders_state_check', 'orders_method_check') ORDER BY conname
                """
            )
        )

    assert {word for word in checks.split("'") if word.isidentifier() and word.islower()} - {"text"} == set(
        export.STATES
    ) | set(export.METHODS)


def test_an_end_before_the_beginning_is_refused(
    operator: Settings, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "orders.csv"

    assert export_orders(operator, "--from", "2026-11-11", "--to", "2026-11-10", "--csv", str(file)) == 2
    assert "before" in capsys.readouterr().err
    assert not file.exists()


@pytest.mark.parametrize(
    "text",
    ["=1+1", "+82", "-1", "@SUM(A1)", "\t=1", " =1", "＝1", '=HYPERLINK("http://x","y")'],
)
def test_a_cell_is_never_a_formula(tmp_path: Path, text: str) -> None:
    file = tmp_path / "cells.csv"

    with spreadsheets.writing(file) as write:
        write([text, -5, '이음, "상사"', None])

    [row] = csv.reader(io.StringIO(file.read_text(encoding="utf-8-sig"), newline=""))
    assert row == ["'" + text, "-5", '이음, "상사"', ""]


def test_a_file_opens_in_korean_and_only_its_owner_may_read_it(tmp_path: Path) -> None:
    file = tmp_path / "cells.csv"

    with spreadsheets.writing(file) as write:
        write(["상호"])

    assert file.read_bytes() == b"\xef\xbb\xbf" + "상호\r\n".encode()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_a_failed_export_leaves_the_old_file(tmp_path: Path) -> None:
    file = tmp_path / "cells.csv"
    file.write_text("old")

    with pytest.raises(RuntimeError), spreadsheets.writing(file) as write:
        write(["new"])
        raise RuntimeError("the power went out")

    assert file.read_text() == "old"
    assert list(tmp_path.iterdir()) == [file]
