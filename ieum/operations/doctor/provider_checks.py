"""The providers: whether they take our keys, and whether the account can still send."""

import smtplib
import ssl

from ieum.operations.doctor.subject import PATIENCE, Subject
from ieum.operations.doctor.types import Check, Found, attention, broken, skipped, unknown, well
from ieum.shop.kernel.particles import with_particle
from ieum.shop.kernel.settings import IdentityAccount, SmsAccount
from ieum.shop.members.verification.portone import PortOneClient
from ieum.shop.messaging.drivers import SmtpMailer, TlsMissingError
from ieum.shop.messaging.solapi import CarrierUnavailableError, SolapiTexter
from ieum.shop.payments import asking
from ieum.shop.payments.provider import Channel
from ieum.shop.payments.toss import TossClient

GROUP = "결제·메일·문자"
# About eight won a message: enough for a day of codes, and a morning to pay in more.
_LITTLE = 10_000


async def check_toss(subject: Subject, channel: Channel) -> Found:
    settings = subject.settings
    secret = (settings.toss_normal if channel is Channel.NORMAL else settings.toss_billing).secret
    return await ask_toss(subject, settings.toss_api_url, channel, secret)


async def ask_toss(subject: Subject, url: str, channel: Channel, secret: str) -> Found:
    provider = TossClient(url, {channel: secret}, transport=subject.transport)
    try:
        answer = await asking.ask(provider, channel, patience=PATIENCE)
    finally:
        await provider.close()
    if answer.works:
        return well(answer.says)
    return broken(
        answer.says,
        "개발자센터의 API 개별 연동 키와 견주고, 이 기계에서 https로 나갈 수 있는지 확인해 주세요.",
    )


async def check_normal_key(subject: Subject) -> Found:
    return await check_toss(subject, Channel.NORMAL)


async def check_billing_key(subject: Subject) -> Found:
    return await check_toss(subject, Channel.BILLING)


async def check_mail(subject: Subject) -> Found:
    return await ask_mail(subject, subject.settings.smtp_url)


async def ask_mail(subject: Subject, url: str) -> Found:
    """Say hello to the mail server, with the login, and send nothing."""
    try:
        mailer = SmtpMailer(url, patience=PATIENCE, tls=subject.mail_trust)
        await mailer.greet()
    except TlsMissingError:
        return broken(
            "메일 서버가 암호화(STARTTLS)를 제공하지 않아 비밀번호를 보내지 않았습니다.",
            "smtps:// 주소나 STARTTLS가 되는 포트(587)를 적어 주세요.",
        )
    except ssl.SSLCertVerificationError as error:
        return broken(
            f"메일 서버의 인증서를 믿을 수 없습니다({error.verify_message}).",
            "인증서에 적힌 이름으로 IEUM_SMTP_URL을 고쳐 주세요.",
        )
    except smtplib.SMTPAuthenticationError as error:
        return broken(
            f"메일 서버가 아이디와 비밀번호를 받아 주지 않았습니다({error.smtp_code}).",
            "IEUM_SMTP_URL을 확인해 주세요. 비밀번호의 @ : /는 %40 %3A %2F로 적습니다.",
        )
    except (OSError, ValueError, smtplib.SMTPException) as error:
        return broken(
            f"메일 서버와 인사하지 못했습니다({type(error).__name__}).",
            "IEUM_SMTP_URL의 서버와 포트, 방화벽을 확인해 주세요.",
        )
    return well(f"메일 서버 {with_particle(str(mailer.url.hostname), '이/가')} 받아 줍니다.")


async def check_sms(subject: Subject) -> list[Found]:
    account = subject.settings.sms
    if account is None:
        return [skipped("문자 계정을 설정하지 않았습니다. 문자는 보내지 않습니다.")]
    return await ask_sms(subject, account)


async def ask_sms(subject: Subject, account: SmsAccount) -> list[Found]:
    texter = SolapiTexter(
        account.url, account.key, account.secret, sender=account.sender, transport=subject.transport
    )
    try:
        balance = await texter.balance()
        senders = await texter.senders()
    except CarrierUnavailableError as error:
        return [_carrier_away(str(error))]
    finally:
        await texter.close()
    return [_judge_balance(balance), _judge_sender(account.sender, senders)]


def _carrier_away(code: str) -> Found:
    if "RequestTimeTooSkewed" in code:
        return broken("문자 사업자가 이 기계의 시계가 틀렸다고 합니다.", "시간 동기화(NTP)를 켜 주세요.")
    if code.startswith(("401", "403")):
        return broken(
            f"문자 사업자가 키를 받아 주지 않았습니다({code}).",
            "IEUM_SOLAPI_KEY와 IEUM_SOLAPI_SECRET을 확인해 주세요.",
        )
    return broken(
        f"문자 사업자와 연결하지 못했습니다({code}).", "이 기계에서 https로 나갈 수 있는지 확인해 주세요."
    )


def _judge_balance(balance: int) -> Found:
    says = f"문자 잔액이 {balance:,}원입니다."
    if balance <= 0:
        return broken(says + " 인증번호를 보낼 수 없습니다.", "솔라피에서 충전해 주세요.")
    return attention(says, "솔라피에서 충전해 주세요.") if balance < _LITTLE else well(says)


def _judge_sender(sender: str, senders: frozenset[str]) -> Found:
    if not senders:
        return unknown(
            "발신번호 목록을 읽지 못했습니다.",
            f"솔라피 콘솔에서 {with_particle(sender, '이/가')} 등록되어 있는지 확인해 주세요.",
        )
    if sender not in senders:
        return broken(
            f"발신번호 {with_particle(sender, '이/가')} 등록되어 있지 않습니다. 문자가 모두 거절됩니다.",
            "통신서비스 이용증명원으로 발신번호를 등록해 주세요(발신번호 사전등록제).",
        )
    if sender.startswith("070"):
        return attention(
            f"발신번호 {sender}: 070 번호의 문자는 걸러지는 일이 많습니다.",
            "대표번호나 휴대폰 번호를 쓰는 것이 좋습니다.",
        )
    return well(f"발신번호 {with_particle(sender, '이/가')} 등록되어 있습니다.")


async def check_identity(subject: Subject) -> Found:
    account = subject.settings.identity
    if account is None:
        return skipped("본인인증을 설정하지 않았습니다. 휴대폰은 문자 인증번호로만 확인합니다.")
    return await ask_identity(subject, account)


async def ask_identity(subject: Subject, account: IdentityAccount) -> Found:
    provider = PortOneClient(
        account.url, account.secret, store_id=account.store_id, transport=subject.transport
    )
    try:
        works = await provider.answers(patience=PATIENCE)
    finally:
        await provider.close()
    if works:
        return well("본인인증 기관(포트원)이 답했습니다.")
    return broken(
        "본인인증 기관(포트원)이 답하지 않거나 키를 받아 주지 않았습니다.",
        "IEUM_PORTONE_SECRET(V2 API Secret)과 IEUM_PORTONE_STORE_ID를 확인해 주세요.",
    )


CHECKS = (
    Check("toss_normal", GROUP, "토스 일반결제", check_normal_key),
    Check("toss_billing", GROUP, "토스 정기결제", check_billing_key),
    Check("mail", GROUP, "메일 서버", check_mail),
    Check("sms", GROUP, "문자", check_sms),
    Check("identity", GROUP, "본인인증", check_identity),
)
