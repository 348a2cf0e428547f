"""Jobs that queue renewals, send notices, run the dunning steps, and delete billing keys."""

from procrastinate import RetryStrategy

from ieum.shop.kernel.db import Database
from ieum.shop.kernel.queue import job
from ieum.shop.kernel.sealing import Sealer
from ieum.shop.payments.provider import Provider
from ieum.shop.subscriptions import dunning, methods, schedule, tasks


@job("subscriptions.renew_due", cron="* * * * *", lock="renew_due")
async def renew_due(db: Database) -> None:
    await schedule.queue_due(db)
    await schedule.queue_retries(db)


@job("subscriptions.close_due", cron="* * * * *", lock="close_due_subscriptions")
async def close_due(db: Database) -> None:
    """Run the dunning steps."""
    await dunning.close_due(db)


# Charges are due at nine in the morning, and so are their notices: no message arrives at night.
@job("subscriptions.give_notice", cron="*/10 * * * *", lock="give_notice_of_charges")
async def give_notice(db: Database) -> None:
    await schedule.give_notice(db)


# 10:00 in Seoul, because a text message at night disturbs.
@job("subscriptions.ask_about_rises", cron="0 1 * * *", lock="ask_about_rises")
async def ask_about_rises(db: Database) -> None:
    """Ask for consent to higher prices. Nobody is asked twice, so the next run continues one that was cut short."""
    await schedule.ask_about_rises(db)


@job(tasks.DELETE_BILLING_KEY, retry=RetryStrategy(max_attempts=8, exponential_wait=4))
async def delete_billing_key(db: Database, provider: Provider, sealer: Sealer, *, method: int) -> None:
    """Delete the billing key of a removed card at the provider."""
    await methods.delete_at_provider(db, provider, sealer, method=method)


@job("subscriptions.delete_billing_keys", cron="40 * * * *", lock="delete_billing_keys")
async def delete_billing_keys(db: Database, provider: Provider, sealer: Sealer) -> None:
    """Delete the billing keys whose own job was lost or has failed too often."""
    await methods.delete_at_provider(db, provider, sealer)
