"""Jobs outlive a deploy: what was queued under a name must find its task under it afterwards."""

import re
from pathlib import Path

from ieum.shop.kernel.db import execute, fetch_all
from ieum.shop.kernel.queue import app
from ieum.shop.server.worker import JOBS
from tests.shop.builders.shops import Shop
from tests.shop.builders.worker import run_jobs

SHOP = Path(__file__).parents[3] / "ieum" / "shop"
# The names under which jobs were queued before: by a room that is split since, and before they had names of their
# own, dotted paths of that time.
OLD_NAMES = [
    "content.copy_logo",
    "content.follow_configuration",
    "fleet.end_needless_rests",
    "fleet.forget_evidence",
    "fleet.give_up_holds",
    "fleet.look_up_addresses",
    "fleet.tell_connections",
    "fleet.watch_gateways",
    "fleet.watch_proofs",
    "ieum.shop.books.jobs.check_books",
    "ieum.shop.books.jobs.compare_with_provider",
    "ieum.shop.content.jobs.follow_configuration",
    "ieum.shop.jobs.take_over",
    "ieum.shop.ledgers.jobs.expire_tickets",
    "ieum.shop.members.profile.jobs.ask_consents_again",
    "ieum.shop.members.profile.jobs.destroy_due_records",
    "ieum.shop.members.recovery.jobs.look_up",
    "ieum.shop.members.security.jobs.delete_old",
    "ieum.shop.members.security.jobs.tell_of_lock",
    "ieum.shop.members.verification.jobs.forget_verifications",
    "ieum.shop.messaging.jobs.deliver",
    "ieum.shop.messaging.jobs.forget_code_messages",
    "ieum.shop.messaging.jobs.sweep_outbox",
    "ieum.shop.orders.jobs.expire_holds",
    "ieum.shop.orders.refunding.jobs.heal_refunds",
    "ieum.shop.orders.refunding.jobs.return_money",
    "ieum.shop.pages.jobs.announce_changes",
    "ieum.shop.payments.jobs.expire_deposits",
    "ieum.shop.payments.jobs.read_payment",
    "ieum.shop.payments.jobs.reconcile",
    "ieum.shop.payments.jobs.remind_deposits",
    "ieum.shop.payments.jobs.settle_payment",
    "ieum.shop.services.jobs.expire_services",
    "ieum.shop.site.jobs.forget_errors",
    "ieum.shop.site.jobs.make_months",
    "ieum.shop.site.jobs.total_visits",
    "ieum.shop.subscriptions.jobs.ask_about_rises",
    "ieum.shop.subscriptions.jobs.charge_renewal",
    "ieum.shop.subscriptions.jobs.close_due",
    "ieum.shop.subscriptions.jobs.delete_billing_key",
    "ieum.shop.subscriptions.jobs.delete_billing_keys",
    "ieum.shop.subscriptions.jobs.give_notice",
    "ieum.shop.subscriptions.jobs.renew_due",
    "ieum.shop.support.jobs.forget_unused_images",
]


def test_every_old_name_leads_to_a_task_of_today() -> None:
    assert len(JOBS) == len({job.__name__ for job in JOBS})
    assert [name for name in OLD_NAMES if name not in app.tasks] == []


def test_every_name_that_is_queued_belongs_to_a_task() -> None:
    """A job is queued by its name alone, so nothing else would notice a wrong one."""
    queued = {
        name
        for path in SHOP.rglob("tasks.py")
        for name in re.findall(r'= "([a-z_]+\.[a-z_]+)"', path.read_text(encoding="utf-8"))
    }

    assert queued
    assert {name for name in queued if name not in app.tasks} == set()


async def test_a_job_that_waits_under_its_old_name_is_run(shop: Shop) -> None:
    async with shop.db.transaction() as conn:
        await execute(
            conn,
            """
            INSERT INTO messages (channel, recipient, subject, body, reference)
            VALUES ('mail', 'hong@ieum.example', '제목', '본문', 'old:1')
            """,
        )
        await execute(
            conn,
            """
            INSERT INTO procrastinate_jobs (queue_name, task_name, args)
            SELECT 'default', 'ieum.shop.messaging.jobs.deliver', jsonb_build_object('message', id) FROM messages
            """,
        )

    postman = await run_jobs(shop)

    assert [message.recipient for message in postman.delivered] == ["hong@ieum.example"]
    async with shop.db.connection() as conn:
        assert await fetch_all(conn, str, "SELECT task_name FROM procrastinate_jobs") == []
