"""`ieum refund …`: an operator refunds an order regardless of the refund rules, or settles a stuck refund."""

import argparse
import sys

from ieum.shop.kernel.db import Database
from ieum.shop.kernel.errors import ShopError
from ieum.shop.kernel.settings import Settings
from ieum.shop.payments.provider import Provider, ProviderUnavailableError
from ieum.shop.payments.toss import toss_client
from ieum.shop.refunds import operators


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("order", help="20261120-ABCDEFGHJK")
    action = parser.add_mutually_exclusive_group(required=True)
    action.add_argument("--full", action="store_true", help="refund all of the money and the points")
    action.add_argument(
        "--amount", type=int, metavar="WON", help="refund this much money, and points in proportion"
    )
    action.add_argument(
        "--settled-by-hand",
        action="store_true",
        help="a stuck refund, or money that came after it, was returned by other means or at the provider's desk",
    )
    action.add_argument("--again", action="store_true", help="try a stuck refund once more")
    parser.add_argument("--reason", default="", help="what the member reads; needed with --full and --amount")
    parser.add_argument("--by", required=True, metavar="NAME", help="the operator who decides")


async def run(arguments: argparse.Namespace, settings: Settings, db: Database) -> int:
    provider = toss_client(settings)
    try:
        done = await decide(arguments, db, provider)
    except (ShopError, ValueError, ProviderUnavailableError) as error:
        sys.stderr.write(f"{error}\n")
        return 1
    finally:
        await provider.close()
    sys.stdout.write(f"{done}\n")
    return 0


async def decide(arguments: argparse.Namespace, db: Database, provider: Provider) -> str:
    """Carry out the command; returns the message for the operator.

    Raises ShopError, ValueError, ProviderUnavailableError.
    """
    order, by = arguments.order, arguments.by.strip()
    if not 1 <= len(by) <= 100:
        raise ValueError("--by: the name of the operator who decides, 100 characters at most.")
    if arguments.settled_by_hand:
        await operators.settle_by_hand(db, provider, order, by=by)
        return f"{order}: refunded, settled by {by}. Its balance is now what the provider says."
    if arguments.again:
        async with db.transaction() as conn:
            await operators.try_again(conn, order)
        return f"{order}: the worker tries the refund again."
    reason = arguments.reason.strip()
    if not 1 <= len(reason) <= 200:
        raise ValueError("--reason: a sentence that the member reads, 200 characters at most.")
    if arguments.amount is not None and arguments.amount < 1:
        raise ValueError("--amount: one won at least.")
    refunded = await operators.refund_after_look_up(
        db, provider, order, arguments.amount, reason=reason, by=by
    )
    return (
        f"{order}: {refunded.amount:,} won and {refunded.points:,} points go back,"
        f" {refunded.points_clawed_back:,} earned points are taken back."
    )
