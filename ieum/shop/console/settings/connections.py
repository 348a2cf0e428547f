"""Tests the ways out of the shop: its mails, its texts, and its providers. Each says in sentences what happened."""

from uuid import uuid4

from ieum.shop.console.settings import queries
from ieum.shop.console.settings.refusals import TestMessageNotFound
from ieum.shop.console.settings.types import (
    ShopConnection,
    ShopConnections,
    Tested,
    TestMessage,
    TestResult,
)
from ieum.shop.desk.acting import Act, Actor
from ieum.shop.desk.noted import Noted
from ieum.shop.desk.types import Facts, Staff
from ieum.shop.kernel.db import Connection, Database
from ieum.shop.kernel.errors import refuse_wrong
from ieum.shop.kernel.limits import count_request
from ieum.shop.kernel.masking import mask_email, mask_phone
from ieum.shop.kernel.particles import with_particle
from ieum.shop.kernel.phones import national_digits
from ieum.shop.kernel.settings import SANDBOX_PREFIX, KeyPair, Settings
from ieum.shop.members.rules import wrong_phone
from ieum.shop.members.verification.provider import IdentityProvider
from ieum.shop.messaging import service as messaging
from ieum.shop.messaging import staff_templates as texts
from ieum.shop.messaging.queries import Channel as Medium
from ieum.shop.payments import asking
from ieum.shop.payments.provider import Provider
from ieum.shop.site import queries as site

# A provider waits a minute for its own bank; a person at a button does not.
PATIENCE_SECONDS = 10
TESTS_A_MINUTE = 5
TRIED = Noted("settings.test", "setting")
WEBHOOK = "/api/v1/payments/webhooks/toss"


def describe(settings: Settings) -> ShopConnections:
    """Describe what is set up. Of keys it says that they are there, and never which."""
    keys = [settings.toss_normal, settings.toss_billing]
    is_played = any(_is_sandbox(key) for key in keys)
    return ShopConnections(
        [
            ShopConnection(
                "mail",
                is_set=bool(settings.smtp_url),
                is_sandbox=not settings.production,
                says="메일 서버가 설정되어 있습니다." if settings.smtp_url else _missing("IEUM_SMTP_URL"),
            ),
            ShopConnection(
                "sms",
                is_set=settings.sms is not None,
                is_sandbox=not settings.production,
                says="문자 계정이 설정되어 있습니다." if settings.sms else _missing("IEUM_SOLAPI_KEY"),
            ),
            ShopConnection(
                "toss",
                is_set=all(key.client and key.secret for key in keys),
                is_sandbox=is_played,
                says="시험용 키입니다. 실제로 결제되지 않습니다." if is_played else "실제 결제 키입니다.",
            ),
            ShopConnection(
                "identity",
                is_set=settings.identity is not None,
                is_sandbox=not settings.production,
                says="본인인증 계정이 설정되어 있습니다."
                if settings.identity
                else "설정하지 않았습니다. 휴대폰 확인은 문자 인증번호로만 합니다.",
            ),
        ],
        settings.public_url + WEBHOOK,
    )


async def send_mail(actor: Actor, db: Database) -> TestResult:
    """Put a mail to whoever asks into the outbox. Raises TooManyRequests."""
    await _count(db, actor.staff, "mail")
    to = actor.staff.email
    async with actor.transaction() as act:
        config = await site.get_config(act.conn)
        reference = _prefix(act.staff) + str(uuid4())
        text = texts.connection_test(site=config.site_name, name=act.staff.name)
        await messaging.mail(act.conn, to=to, text=text, reference=reference)
        return await _sent(act, "mail", reference, to=mask_email(to))


async def send_sms(actor: Actor, db: Database, settings: Settings, phone: str) -> TestResult:
    """Put an SMS into the outbox, to the typed number: staff have none. Raises InvalidFields, TooManyRequests."""
    await _count(db, actor.staff, "sms")
    to = national_digits(phone)
    refuse_wrong(wrong_phone(to))
    if settings.sms is None:
        return await _noted(actor, "sms", TestResult(works=False, says=[_missing("IEUM_SOLAPI_KEY")]))
    async with actor.transaction() as act:
        config = await site.get_config(act.conn)
        reference = _prefix(act.staff) + str(uuid4())
        text = texts.connection_test_sms(site=config.site_name)
        await messaging.sms(act.conn, to=to, text=text, reference=reference, at_once=True)
        return await _sent(act, "sms", reference, to=mask_phone(to))


async def ask_toss(actor: Actor, db: Database, provider: Provider) -> TestResult:
    """Look up an order that does not exist, with each pair of keys. Raises TooManyRequests."""
    await _count(db, actor.staff, "toss")
    answers = [await asking.ask(provider, channel, patience=PATIENCE_SECONDS) for channel in asking.KEYS]
    result = TestResult(
        works=all(answer.works for answer in answers), says=[answer.says for answer in answers]
    )
    return await _noted(actor, "toss", result)


async def ask_identity(actor: Actor, db: Database, identity_provider: IdentityProvider | None) -> TestResult:
    """Ask for a verification that was never begun. Raises TooManyRequests."""
    await _count(db, actor.staff, "identity")
    return await _noted(actor, "identity", await _ask_identity(identity_provider))


async def _ask_identity(provider: IdentityProvider | None) -> TestResult:
    if provider is None:
        return TestResult(works=False, says=[_missing("IEUM_PORTONE_SECRET")])
    if not await provider.answers(patience=PATIENCE_SECONDS):
        return TestResult(
            works=False,
            says=["본인인증 기관이 답하지 않거나 키를 받아 주지 않았습니다. 서버의 키를 확인해 주세요."],
        )
    return TestResult(works=True, says=["본인인증 기관이 답했습니다."])


async def get_message(conn: Connection, staff: Staff, message: int) -> TestMessage:
    """Return the state of a test message of one's own. Raises TestMessageNotFound."""
    sent = await queries.find_test_message(conn, message, prefix=_prefix(staff))
    if sent is None:
        raise TestMessageNotFound
    if sent.sent_at:
        return TestMessage("sent", "보냈습니다. 받는 곳에 도착했는지 확인해 주세요.")
    if sent.given_up_at:
        return TestMessage("refused", f"보내지 못했습니다: {sent.refusal or '이유를 알 수 없습니다'}")
    return TestMessage(
        "waiting", "보내는 중입니다. 1분이 지나도 그대로면 작업 서버(worker)가 켜져 있는지 확인해 주세요."
    )


async def _count(db: Database, staff: Staff, what: Tested) -> None:
    """For all processes together: an SMS costs money."""
    async with db.connection() as conn:
        await count_request(conn, f"settings-test-{what}", who=f"staff:{staff.id}", most=TESTS_A_MINUTE)


def _prefix(staff: Staff) -> str:
    return f"settings-test:{staff.id}:"


async def _sent(act: Act, medium: Medium, reference: str, *, to: str) -> TestResult:
    message = await queries.get_message_id(act.conn, medium, reference)
    _note(act, medium, {"to": to, "message": message})
    what = "메일을" if medium == "mail" else "문자를"
    return TestResult(works=True, says=[f"{to} 앞으로 시험 {what} 보냅니다."], message=message)


async def _noted(actor: Actor, what: Tested, result: TestResult) -> TestResult:
    async with actor.transaction() as act:
        _note(act, what, {"works": result.works, "says": result.says})
    return result


def _note(act: Act, what: Tested, facts: Facts) -> None:
    TRIED.by(act, what, after=facts)


def _is_sandbox(key: KeyPair) -> bool:
    return key.secret.startswith(SANDBOX_PREFIX) or key.client.startswith(SANDBOX_PREFIX)


def _missing(variable: str) -> str:
    return f"서버에 {with_particle(variable, '이/가')} 설정되지 않았습니다. 서버를 관리하는 사람에게 알려 주세요."
