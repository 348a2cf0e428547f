"""The bank account that a deposit is refunded to: who may name one, how it is stored, and how mails name it.

Money can leave to any account of anybody here, so an open session alone is not enough: the member's password is asked
for as well, and the member is told by mail which account was named.
"""

import msgspec

from ieum.shop.kernel.db import Database
from ieum.shop.kernel.errors import Field, InvalidFields
from ieum.shop.kernel.masking import mask_account
from ieum.shop.kernel.queue import defer
from ieum.shop.kernel.sealing import Sealer
from ieum.shop.members.security import service as security
from ieum.shop.members.types import MemberId
from ieum.shop.orders import service as orders
from ieum.shop.payments.banks import bank_name
from ieum.shop.refunds import notices, queries, rules, tasks
from ieum.shop.refunds.refusals import AccountNotAwaited
from ieum.shop.refunds.types import Account, AccountRequest, SealedAccount


async def name(
    db: Database, member: MemberId, order_id: str, data: AccountRequest, *, sealer: Sealer, address: str
) -> None:
    """Name the account of a refund that waits for one, the first time or after one was refused, and tell the member.

    Raises OrderNotFound, AccountNotAwaited, and what `confirm_password` raises.
    """
    async with db.transaction() as conn:
        await orders.lock(conn, order_id, member)
    account = valid(data.account)
    await confirm_password(db, member, data.password, address=address)
    stored = seal(account, sealer, order_id)
    async with db.transaction() as conn:
        order = await orders.lock(conn, order_id, member)
        refund = await queries.find_of_order(conn, order_id)
        if refund is None or refund.state != "awaiting_account":
            raise AccountNotAwaited
        await queries.take_account(conn, refund.id, stored.sealed)
        await notices.tell_account_named(conn, order, refund, account=stored.named)
        await defer(conn, tasks.RETURN_MONEY, refund=refund.id)


async def confirm_password(db: Database, member: MemberId, password: str | None, *, address: str) -> None:
    """Compare the member's password. Raises InvalidFields (`currentPw`), LoginLocked and TooBusy."""
    if not password:
        raise InvalidFields(Field("currentPw", "required", "현재 비밀번호를 입력해 주세요."))
    await security.check_password(db, member, password, address=address)


def valid(account: Account) -> Account:
    """The account with only digits in its number. Raises InvalidFields."""
    normalized = rules.normalize_account(account)
    if normalized is None:
        raise InvalidFields(
            Field("account", "invalid", "은행과 계좌번호를 다시 확인해 주세요. 계좌번호는 숫자로 입력합니다.")
        )
    return normalized


def seal(account: Account, sealer: Sealer, order_id: str) -> SealedAccount:
    text = msgspec.json.encode(account).decode()
    return SealedAccount(sealer.seal(text, of=queries.place_of(order_id)), describe(account))


def read(opened: str) -> Account:
    return msgspec.json.decode(opened, type=Account)


def describe(account: Account) -> str:
    """국민은행 ****1234 (홍길동)."""
    return f"{bank_name(account.bank)} {mask_account(account.number)} ({account.holder})"
