"""Budgets of recipients: few mails for a stranger's address, and none lost that the law asks for."""

import asyncio
from datetime import UTC, datetime

import pytest
from procrastinate import JobContext

from ieum.shop.kernel.db import Connection, Database, PooledDatabase, execute, fetch_all, fetch_one
from ieum.shop.members.queries import mark_email_proven
from ieum.shop.members.types import MemberId
from ieum.shop.messaging import budget_queries, budgets, jobs, kinds, queries, service
from ieum.shop.messaging.queries import Letter, Message
from ieum.shop.messaging.rules import mailbox_of
from ieum.shop.messaging.templates import Button, Text
from tests.conftest import RollingBack
from tests.shop.builders.catalog import a_plan
from tests.shop.builders.crashes import Crash, CrashingDatabase, Killed
from tests.shop.builders.inquiries import answered, asked
from tests.shop.builders.locks import until_one_waits_for_a_lock
from tests.shop.builders.members import PASSWORD, SIGN_UP_FORM, a_login, a_member
from tests.shop.builders.orders import place
from tests.shop.builders.purchases import Buying
from tests.shop.builders.refunds import refund
from tests.shop.builders.sub_ids import a_sub_id
from tests.shop.builders.till import Till
from tests.shop.builders.worker import Postman, job_context, worker_tools

VICTIM = "victim@example.net"


def at_any_hour(moment: datetime) -> datetime:
    return moment


async def letters(
    db: Database,
    number: int,
    *,
    kind: str = "paid",
    to: str = VICTIM,
    member: int | None = None,
    first: int = 1,
) -> None:
    """Put as many mails of a kind into the outbox."""
    async with db.transaction() as conn:
        await service.send_all(
            conn,
            [
                service.mail_letter(
                    to=to,
                    text=Text(
                        f"[이음] 주문 {one}", f"내용 {one}: 끝까지.\n", Button("주문 보기", f"/orders/{one}")
                    ),
                    reference=f"{kind}:{to}:{one}",
                    member=member,
                )
                for one in range(first, first + number)
            ],
        )


async def deliver(db: Database, postman: Postman | None = None) -> list[Message]:
    """Run the job of each message that is due, oldest first, until none is; return what was sent."""
    postman = postman or Postman()
    context = job_context(worker_tools(db, mailer=postman, texter=postman))
    while due := await due_now(db):
        for message in due:
            await jobs.deliver.func(context, message=message)
    return postman.delivered


async def due_now(db: Database) -> list[int]:
    async with db.connection() as conn:
        return await fetch_all(
            conn,
            int,
            """
            SELECT id FROM messages
             WHERE sent_at IS NULL AND given_up_at IS NULL AND merged_into IS NULL
               AND coalesce(not_before <= clock_timestamp(), true)
             ORDER BY id
            """,
        )


async def an_hour_passes(db: Database) -> None:
    async with db.transaction() as conn:
        await execute(
            conn, "UPDATE messages SET not_before = not_before - interval '1 hour' WHERE sent_at IS NULL"
        )


async def states(conn: Connection) -> dict[str, int]:
    """How many messages were sent, wait, or were given up for which reason."""
    return await fetch_one(
        conn,
        dict[str, int],
        """
        SELECT coalesce(jsonb_object_agg(state, number), '{}') FROM (
            SELECT CASE WHEN sent_at IS NOT NULL THEN 'sent' ELSE coalesce(refusal, 'waits') END AS state,
                   count(*) AS number
              FROM messages GROUP BY 1) s
        """,
    )


@pytest.fixture
async def stranger(conn: Connection) -> MemberId:
    """A member whose address nobody has proved to read."""
    return await someone(conn)


async def someone(conn: Connection, email: str = VICTIM, *, proven: bool = False) -> MemberId:
    member = await a_member(conn)
    await execute(
        conn, "UPDATE members SET email = %(email)s WHERE id = %(member)s", email=email, member=member
    )
    if proven:
        await mark_email_proven(conn, member)
    return member


async def test_beyond_five_a_day_a_courtesy_is_dropped_and_says_so(
    conn: Connection, db: RollingBack, stranger: MemberId
) -> None:
    await letters(db, 8, kind="device-added", member=stranger)

    sent = await deliver(db)

    assert len(sent) == 5
    assert await states(conn) == {"sent": 5, "budget": 3}


async def test_what_the_law_asks_for_comes_whole_in_one_mail_an_hour(
    conn: Connection, db: RollingBack, stranger: MemberId
) -> None:
    await letters(db, 9, member=stranger)

    at_once = await deliver(db)
    await letters(db, 3, member=stranger, first=10)
    meanwhile = await deliver(db)
    await an_hour_passes(db)
    together = await deliver(db)

    assert (len(at_once), meanwhile, len(together)) == (5, [], 1)
    assert together[0].subject == "[이음] 알림 7건을 함께 보내 드립니다"
    assert together[0].recipient == VICTIM
    places = [
        together[0].body.index(f"[이음] 주문 {one}\n\n내용 {one}: 끝까지.\n\n주문 보기: ")
        for one in range(6, 13)
    ]
    assert places == sorted(places)
    for one in range(6, 13):
        assert f"/orders/{one}" in together[0].html
        assert f"내용 {one}" in together[0].html
    # Twelve, and the mail that contains seven of them.
    assert await states(conn) == {"sent": 13}
    assert await deliver(db) == []


async def test_the_mail_of_the_hour_lists_when_each_was_written(
    conn: Connection, db: RollingBack, stranger: MemberId
) -> None:
    await letters(db, 7, member=stranger)
    await deliver(db)
    # On both sides of midnight in Seoul.
    await execute(
        conn, "UPDATE messages SET created_at = '2026-11-30T14:59:30Z' WHERE subject LIKE '%%주문 6'"
    )
    await execute(
        conn, "UPDATE messages SET created_at = '2026-11-30T15:05:00Z' WHERE subject LIKE '%%주문 7'"
    )

    await an_hour_passes(db)
    [together] = await deliver(db)

    assert "- 11월 30일 23:59 주문 6\n- 12월 1일 00:05 주문 7\n" in together.body


async def test_one_that_waits_alone_is_sent_as_it_is(db: RollingBack, stranger: MemberId) -> None:
    await letters(db, 6, member=stranger)
    await deliver(db)

    await an_hour_passes(db)

    assert [mail.subject for mail in await deliver(db)] == ["[이음] 주문 6"]


async def test_ten_accounts_with_one_mailbox_share_its_budget(conn: Connection, db: RollingBack) -> None:
    spellings = ["victim@gmail.com", "Victim@gmail.com", "v.ictim+shop@gmail.com", "vic.tim@googlemail.com"]
    for number in range(10):
        to = spellings[number % len(spellings)]
        await letters(db, 3, kind=f"device-added:{number}", to=to, member=await someone(conn, to))

    assert len(await deliver(db)) == 5


async def test_a_strangers_mails_take_nothing_from_who_reads_the_mailbox(
    conn: Connection, db: RollingBack
) -> None:
    """The same address, entered by an abuser: their five are gone, the owner's mails arrive."""
    abuser, owner = await someone(conn), await someone(conn, proven=True)
    await letters(db, 100, kind="device-added:abuse", member=abuser)
    await deliver(db)

    await letters(db, 50, kind="device-added", member=owner)

    assert len(await deliver(db)) == 50


async def test_who_proves_to_read_the_mailbox_is_out_of_the_strangers_budget(
    conn: Connection, db: RollingBack, stranger: MemberId
) -> None:
    await letters(db, 8, kind="device-added", member=stranger)
    await deliver(db)

    await mark_email_proven(conn, stranger)
    await letters(db, 8, kind="device-added", member=stranger, first=20)

    assert len(await deliver(db)) == 8


async def test_a_sub_ids_mail_is_its_owners(conn: Connection, db: RollingBack) -> None:
    owner = await someone(conn, proven=True)
    sub_id = await a_sub_id(conn, owner)
    await letters(db, 8, kind="device-added", member=sub_id)

    assert len(await deliver(db)) == 8


async def test_nobody_is_flooded_by_a_job_that_runs_away(conn: Connection, db: RollingBack) -> None:
    owner = await someone(conn, proven=True)
    await letters(db, 300, member=owner)

    counts = []
    for _ in range(4):
        counts.append(len(await deliver(db)))
        await an_hour_passes(db)

    # A hundred in one mail, so that mail servers take it.
    assert counts == [budgets.A_DAY, 1, 1, 1]
    assert await states(conn) == {"sent": 303}


async def test_codes_are_not_counted(conn: Connection, db: RollingBack, stranger: MemberId) -> None:
    await letters(db, 8, kind="device-added", member=stranger)
    await deliver(db)
    async with db.transaction():
        await service.mail(
            conn,
            to=VICTIM,
            text=Text("[이음] 인증번호 안내", "인증번호: 123456\n"),
            reference="code:1",
            code_until=await fetch_one(conn, datetime, "SELECT clock_timestamp() + interval '3 minutes'"),
        )

    assert [mail.subject for mail in await deliver(db)] == ["[이음] 인증번호 안내"]


async def test_who_leaves_and_joins_again_begins_no_new_budget(conn: Connection, db: RollingBack) -> None:
    for number in range(3):
        member = await someone(conn)
        await letters(db, 5, kind=f"device-added:{number}", member=member)
        await deliver(db)
        await queries.forget_sent_to(conn, member, [VICTIM])

    assert await states(conn) == {"sent": 5, "budget": 10}


async def test_a_member_who_leaves_still_gets_the_refund_that_waits(
    conn: Connection, db: RollingBack, stranger: MemberId
) -> None:
    await letters(db, 7, member=stranger)
    await deliver(db)
    await queries.forget_sent_to(conn, stranger, [VICTIM])
    await an_hour_passes(db)

    together = await deliver(db)

    assert len(together) == 1
    assert "내용 7" in together[0].body


async def test_an_abuser_at_a_strangers_address(till: Till, db: RollingBack) -> None:
    """Ten accounts by the shop's own pages: each buys and gives back, asks, is answered, and changes its name."""
    plan = await a_plan(till.conn, addresses=30)
    expected: list[str] = []
    for number in range(10):
        form = SIGN_UP_FORM | {"mberId": f"abuser_{number:02}", "email": VICTIM}
        assert (await till.client.post("/api/v1/user/sign-up", json=form)).status_code == 201
        member = await fetch_one(
            till.conn, MemberId, "SELECT id FROM members WHERE login_id = %(id)s", id=f"abuser_{number:02}"
        )
        headers = await a_login(till.conn, member)
        answer = await place(till.client, headers, plan)
        assert answer.status_code == 201, answer.text
        buying = Buying(headers, answer.json()["data"])
        answer = await till.confirm(buying, await till.pay(buying))
        assert answer.status_code == 200, answer.text
        await refund(till, buying)
        await till.give_back(buying.order_id)
        expected += [f"{kind}:{buying.order_id}" for kind in ("paid", "refund_begun", "refunded")]
        await answered(till.conn, await asked(till.client, headers), "확인했습니다.")
        body = {"mberNm": "김철수", "currentPw": PASSWORD}
        assert (await till.client.put("/api/v1/member/name", json=body, headers=headers)).status_code == 200

    postman = Postman()
    await deliver(db, postman)
    at_once = list(postman.delivered)
    await an_hour_passes(db)
    await deliver(db, postman)

    mails = [mail for mail in postman.delivered if mail.channel == "mail"]
    assert sum(mail.channel == "mail" for mail in at_once) == budgets.A_DAY_UNPROVEN
    assert len(mails) == budgets.A_DAY_UNPROVEN + 1
    told = await fetch_all(
        till.conn, str, "SELECT body FROM messages WHERE reference = ANY(%(all)s)", all=expected
    )
    assert len(told) == 30
    assert all(any(body.rstrip() in mail.body for mail in mails) for body in told)
    dropped = await fetch_all(till.conn, str, "SELECT reference FROM messages WHERE refusal = 'budget'")
    assert dropped
    assert {one.partition(":")[0] for one in dropped} == {"inquiry-reply"}


async def test_to_one_number_courtesies_end_and_what_the_law_asks_for_goes_on(
    conn: Connection, db: RollingBack, stranger: MemberId, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jobs.rules, "by_day", at_any_hour)
    for kind in ("inquiry-reply", "service-ends", "charge-ahead-7"):
        texts = [Letter("sms", "01099998888", "", "안내", f"{kind}:{one}", stranger) for one in range(8)]
        await queries.insert_letters(conn, texts, not_before=None)

    sent = await deliver(db)

    assert len(sent) == budgets.TEXTS_A_DAY + 8
    assert await states(conn) == {"sent": 18, "budget": 6}


async def test_two_workers_at_once_send_the_mail_of_the_hour_once(database_url: str) -> None:
    """The second one waits for the first, and what comes meanwhile leaves an hour later."""
    async with PooledDatabase(database_url, size=6) as db:
        await put_aside(db, 4)
        due, postman = await due_now(db), Postman()
        context = job_context(worker_tools(db, mailer=postman))

        await asyncio.gather(
            *(jobs.deliver.func(context, message=message) for message in due for _ in range(2))
        )
        await deliver(db, postman)

        assert [mail.subject for mail in postman.delivered] == ["[이음] 알림 4건을 함께 보내 드립니다"]


async def test_two_letters_at_once_do_not_both_take_the_last_place(database_url: str) -> None:
    async with PooledDatabase(database_url, size=6) as db:
        async with db.transaction() as conn:
            member = await someone(conn)
        await letters(db, 12, kind="device-added", member=member)
        postman = Postman()
        context = job_context(worker_tools(db, mailer=postman))

        await asyncio.gather(*(jobs.deliver.func(context, message=one) for one in await due_now(db)))

        assert len(postman.delivered) == 5


async def test_what_is_held_while_the_others_leave_waits_for_the_next_hour(database_url: str) -> None:
    """A second job has read that its letter is held, and comes after the first one has merged it."""
    async with PooledDatabase(database_url, size=6) as db:
        member = await put_aside(db, 2)
        await letters(db, 1, member=member, first=50)
        first, *_, newest = await due_now(db)
        postman = Postman()
        context = job_context(worker_tools(db, mailer=postman))
        async with db.connection() as conn:
            row = await queries.find_message(conn, first)
        assert row is not None
        assert row.held_for is not None
        async with db.transaction() as conn:
            await budget_queries.lock_recipient(conn, row.held_for)
            second = asyncio.create_task(jobs.deliver.func(context, message=first))
            await until_one_waits_for_a_lock(db)
            held = await budget_queries.lock_held(conn, row.held_for, now=datetime.now(UTC))
            await budget_queries.insert_summary(conn, held, subject="", body="")
            await budget_queries.hold(
                conn, [newest], row.held_for, until=datetime.now(UTC) + budgets.HELD_FOR
            )

        await second

        assert postman.delivered == []
        async with db.connection() as conn:
            assert await fetch_one(conn, int, "SELECT count(*) FROM messages WHERE merged_into IS NULL") == 7


async def put_aside(db: Database, number: int) -> MemberId:
    """As many mails beyond the budget, whose hour is over; returns the member."""
    async with db.transaction() as conn:
        member = await someone(conn)
    await letters(db, 5 + number, member=member)
    await deliver(db)
    await an_hour_passes(db)
    return member


async def test_a_worker_that_dies_anywhere_loses_nothing(database_url: str) -> None:
    """At each point of merging and sending. A mail is sent again only after a death between sending and noting it."""
    for point in range(1, 10):
        async with PooledDatabase(database_url, size=4) as db:
            async with db.transaction() as conn:
                await execute(conn, "DELETE FROM messages")
                await execute(conn, "DELETE FROM message_budgets")
            await put_aside(db, 3)
            postman, crash = Postman(), Crash(point)
            dying = CrashingDatabase(db, crash)
            try:
                await deliver(dying, postman)
            except Killed:
                await deliver(db, postman)

            numbers = sorted(
                one for mail in postman.delivered for one in (6, 7, 8) if f"내용 {one}: 끝까지." in mail.body
            )
            assert set(numbers) == {6, 7, 8}, point
            assert len(postman.delivered) <= 2, point
            assert len({mail.id for mail in postman.delivered}) == 1, point
            async with db.connection() as conn:
                assert await states(conn) == {"sent": 9}, point


async def test_a_refused_mail_of_many_refuses_each_of_them(
    conn: Connection, db: RollingBack, stranger: MemberId
) -> None:
    class Refusing(Postman):
        async def send(self, message: Message, *, sender: str = "") -> None:
            del message, sender
            raise jobs.MessageRefused("SMTP_550")

    await letters(db, 7, member=stranger)
    await deliver(db)
    await an_hour_passes(db)

    await deliver(db, Refusing())

    assert await states(conn) == {"sent": 5, "SMTP_550": 3}


async def a_summary_waits(db: RollingBack, member: MemberId) -> JobContext:
    """Put mails beyond the budget into one mail, which nobody has sent yet."""
    await letters(db, 7, member=member)
    await deliver(db)
    await an_hour_passes(db)
    context = job_context(worker_tools(db, mailer=Postman()))
    await jobs.deliver.func(context, message=(await due_now(db))[0])
    return context


async def test_parts_follow_a_summary_that_the_sweep_gives_up(
    conn: Connection, db: RollingBack, stranger: MemberId
) -> None:
    context = await a_summary_waits(db, stranger)
    await execute(
        conn,
        """
        UPDATE messages SET created_at = created_at - interval '3 days', not_before = not_before - interval '3 days'
         WHERE sent_at IS NULL
        """,
    )

    await jobs.sweep_outbox.func(context, 0)

    assert await states(conn) == {"sent": 5, "too_late": 3}


async def test_texts_that_an_older_release_left_out_of_their_mail_are_sent(
    conn: Connection, db: RollingBack, stranger: MemberId
) -> None:
    """Its worker gets the job during an upgrade, and knows nothing of the mails within it."""
    context = await a_summary_waits(db, stranger)
    await execute(conn, "UPDATE messages SET sent_at = now() WHERE starts_with(reference, 'together:')")

    await jobs.sweep_outbox.func(context, 0)
    sent = await deliver(db)

    assert sum("내용 6" in mail.body for mail in sent) == sum("내용 7" in mail.body for mail in sent) == 1


async def test_what_staff_withdraw_before_the_hour_is_over_is_not_in_the_mail(
    conn: Connection, db: RollingBack, stranger: MemberId
) -> None:
    await letters(db, 8, kind="broadcast", member=stranger)
    await deliver(db)

    assert await queries.withdraw_all(conn, "mail", [f"broadcast:{VICTIM}:7"]) == 1
    await an_hour_passes(db)
    (together,) = await deliver(db)

    assert "내용 6" in together.body
    assert "내용 7" not in together.body


async def test_others_leave_on_time_though_the_first_that_waited_is_withdrawn(
    conn: Connection, db: RollingBack, stranger: MemberId
) -> None:
    """Its job would end without them, and the sweep finds them half an hour later."""
    await letters(db, 8, kind="broadcast", member=stranger)
    await deliver(db)

    await queries.withdraw_all(conn, "mail", [f"broadcast:{VICTIM}:6"])
    left = await fetch_all(
        conn,
        str,
        """
        SELECT m.reference FROM procrastinate_jobs j JOIN messages m ON m.id::text = j.args ->> 'message'
         WHERE j.status = 'todo' AND m.given_up_at IS NULL AND j.scheduled_at > now() + interval '50 minutes'
         ORDER BY m.id
        """,
    )
    assert left == [f"broadcast:{VICTIM}:7", f"broadcast:{VICTIM}:8"]


async def test_a_mail_of_many_members_is_nobodys_own(conn: Connection, db: RollingBack) -> None:
    """Who has entered a stranger's address must not read the subjects of others' mails among their own data."""
    abuser, owner = await someone(conn), await someone(conn)
    await letters(db, 7, member=abuser)
    await letters(db, 2, kind="security", member=owner)
    await deliver(db)
    await an_hour_passes(db)
    (together,) = await deliver(db)

    assert "알림 4건" in together.subject
    assert (
        await fetch_one(conn, int, "SELECT count(*) FROM messages WHERE member_id = %(id)s", id=abuser) == 7
    )


async def test_the_mail_of_many_is_not_sent_anew_but_each_of_them_is(
    conn: Connection, db: RollingBack, stranger: MemberId
) -> None:
    await letters(db, 7, member=stranger)
    await deliver(db)
    await an_hour_passes(db)
    (together,) = await deliver(db)
    one = await fetch_one(
        conn, int, "SELECT min(id) FROM messages WHERE merged_into = %(id)s", id=together.id
    )

    assert await service.send_again(conn, together.id) is None
    assert await service.send_again(conn, one) is not None


async def test_budgets_of_past_days_are_forgotten(
    conn: Connection, db: RollingBack, stranger: MemberId
) -> None:
    await letters(db, 6, kind="device-added", member=stranger)
    await deliver(db)
    await execute(conn, "UPDATE message_budgets SET day = day - 1")
    await letters(db, 2, kind="device-added", member=stranger, first=20)

    assert len(await deliver(db)) == 2
    await jobs.forget_code_messages.func(job_context(worker_tools(db)), 0)
    assert await fetch_one(conn, int, "SELECT sum(letters) FROM message_budgets") == 2


@pytest.mark.parametrize(
    ("address", "mailbox"),
    [
        ("V.ic.tim+shop@Gmail.com", "victim@gmail.com"),
        ("victim@googlemail.com", "victim@gmail.com"),
        ("victim+1@outlook.com", "victim@outlook.com"),
        # One account each, whichever of the names stands behind the @.
        ("victim@daum.net", "victim@hanmail.net"),
        ("victim@me.com", "victim@icloud.com"),
        ("victim@mac.com", "victim@icloud.com"),
        ("victim+1@protonmail.com", "victim@proton.me"),
        ("victim@pm.me", "victim@proton.me"),
        # Neither delivers this to `victim`, or says so.
        ("victim+1@naver.com", "victim+1@naver.com"),
        ("vic.tim@outlook.com", "vic.tim@outlook.com"),
    ],
)
def test_addresses_of_one_mailbox(address: str, mailbox: str) -> None:
    assert mailbox_of(address) == mailbox


def test_a_kind_is_dropped_or_kept_and_not_both() -> None:
    kept = {*kinds.OWED, *kinds.KEPT}

    assert not kept & kinds.COURTESY
    assert not kinds.OWED.keys() & kinds.KEPT.keys()
    assert not kinds.CODES & (kept | kinds.COURTESY)
