"""Tests answers with the doctor's own checks, on a shop that has these answers and is otherwise in order."""

import asyncio
import smtplib
import ssl
import time
from collections.abc import Awaitable, Callable, Mapping
from ipaddress import ip_address
from pathlib import Path
from urllib.parse import unquote, urlsplit

import httpx
from dns.asyncresolver import Resolver

from ieum.operations.backup.place import BackupError
from ieum.operations.backup.settings import load as load_backups
from ieum.operations.doctor import database_checks, name_checks, provider_checks
from ieum.operations.doctor.disk_checks import judge_space
from ieum.operations.doctor.keys import wrong_pair
from ieum.operations.doctor.subject import LONGEST, PATIENCE, Subject
from ieum.operations.doctor.types import Found, attention, broken, skipped, well
from ieum.shop.kernel.db import fetch_one
from ieum.shop.kernel.particles import with_particle, with_ro
from ieum.shop.kernel.settings import KeyPair, SettingsError
from ieum.shop.messaging.drivers import MessageDelayed, MessageRefused, SmtpMailer, TlsMissingError
from ieum.shop.messaging.queries import Message
from ieum.shop.server.key_marks import find_wrong

# What has not been asked yet, so that the settings as a whole can be read. None of it is ever written or sent.
_STAND_INS = {
    "IEUM_ENV": "production",
    "IEUM_PUBLIC_URL": "https://shop.invalid",
    "IEUM_DATABASE_URL": "postgresql://shop.invalid/ieum",
    "IEUM_SECRET_KEY": "a-stand-in-that-is-long-enough-for-a-key",
    "IEUM_SEALING_KEYS": "c3RhbmQtaW4tc3RhbmQtaW4tc3RhbmQtaW4tMTIzNCE=",
    "IEUM_TOSS_CLIENT_KEY": "live_ck_stand_in",
    "IEUM_TOSS_SECRET_KEY": "live_sk_stand_in",
    "IEUM_TOSS_BILLING_CLIENT_KEY": "live_ck_stand_in",
    "IEUM_TOSS_BILLING_SECRET_KEY": "live_sk_stand_in",
    "IEUM_SMTP_URL": "smtp://shop.invalid",
}

# Before the first migration a database of ours has no table at all.
_TABLES_OF_OTHERS = """
    SELECT CASE WHEN to_regclass('_yoyo_migration') IS NULL THEN count(*) ELSE 0 END
      FROM pg_class
     WHERE relkind IN ('r', 'p', 'v', 'm', 'f') AND relnamespace = 'public'::regnamespace
"""

type Test = Callable[[Subject], Awaitable[list[Found]]]


class World:
    """World against which answers are tested; tests bring their own."""

    def __init__(
        self,
        *,
        resolver: Resolver | None = None,
        trust: ssl.SSLContext | None = None,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        self._resolver, self._trust, self._transport = resolver, trust, transport

    def subject(self, values: Mapping[str, str]) -> Subject:
        given = {name: value for name, value in values.items() if value}
        return Subject(
            _STAND_INS | given, resolver=self._resolver, trust=self._trust, transport=self._transport
        )


async def attempt(test: Test, subject: Subject) -> list[Found]:
    """Make a test within the doctor's time."""
    if subject.settings_error:
        return [broken(f"설정으로 쓸 수 없습니다: {subject.settings_error}", "다시 적어 주세요.")]
    try:
        async with asyncio.timeout(LONGEST), subject:
            return await test(subject)
    except TimeoutError:
        return [broken(f"{LONGEST:g}초 안에 답이 없었습니다.", "상대 서버와 방화벽을 살펴봐 주세요.")]


async def try_address(subject: Subject) -> list[Found]:
    return [await name_checks.examine_host(subject, urlsplit(subject.settings.public_url).hostname or "")]


async def try_database(subject: Subject) -> list[Found]:
    server = await database_checks.examine_server(subject.database_url)
    if server.state == "broken":
        return [server]
    async with subject.connection() as conn:
        others = await fetch_one(conn, int, _TABLES_OF_OTHERS)
    if not others:
        return [server]
    return [
        broken(
            f"이 데이터베이스에는 다른 프로그램의 표가 {others}개 있습니다.",
            "비어 있는 데이터베이스를 따로 만들어 그 주소를 적어 주세요.",
        )
    ]


async def try_data(subject: Subject) -> list[Found]:
    folder = subject.settings.data
    there = next((path for path in (folder, *folder.parents) if path.exists()), folder)
    space = await asyncio.to_thread(judge_space, there)
    return [space or attention(f"{folder}: 볼 수 없습니다.", "폴더의 권한을 확인해 주세요.")]


async def try_normal_keys(subject: Subject) -> list[Found]:
    found = _pair(subject.settings.toss_normal)
    return [found] if found else [await provider_checks.check_normal_key(subject)]


async def try_billing_keys(subject: Subject) -> list[Found]:
    settings = subject.settings
    found = _pair(settings.toss_billing)
    if found:
        return [found]
    same = settings.toss_billing == settings.toss_normal
    warning = attention(
        "일반결제와 같은 키입니다.",
        "자동결제는 따로 계약한 상점아이디의 키를 쓰는 일이 많습니다. 계약을 확인해 주세요.",
    )
    return [await provider_checks.check_billing_key(subject), *([warning] if same else [])]


def _pair(pair: KeyPair) -> Found | None:
    wrong = wrong_pair(pair.client, pair.secret)
    return broken(wrong, "개발자센터에서 다시 복사해 주세요.") if wrong else None


async def try_mail(subject: Subject) -> list[Found]:
    if urlsplit(subject.settings.smtp_url).scheme not in {"smtp", "smtps"}:
        return [broken("smtp:// 또는 smtps://로 시작하는 주소가 아닙니다.", "다시 적어 주세요.")]
    return [await provider_checks.check_mail(subject)]


async def try_sms(subject: Subject) -> list[Found]:
    return await provider_checks.check_sms(subject)


async def try_identity(subject: Subject) -> list[Found]:
    return [await provider_checks.check_identity(subject)]


async def try_proxies(subject: Subject) -> list[Found]:
    if not subject.settings.trusted_proxies:
        return [
            attention(
                "프록시를 적지 않았습니다. 프록시가 있으면 모든 방문자가 그 주소로 보입니다.",
                "같은 기계의 Caddy나 nginx라면 127.0.0.1,::1입니다.",
            )
        ]
    found = well("이 주소에서 온 X-Forwarded-For만 믿습니다.")
    if not ip_address(subject.settings.listen).is_unspecified:
        return [found]
    return [
        found,
        attention(
            "서버가 이 기계의 모든 주소에서 듣습니다. 막지 않으면 누구나 프록시를 거치지 않고 닿습니다.",
            f"방화벽에서 프록시의 주소만 {subject.settings.port} 포트로 들여 주세요.",
        ),
    ]


async def try_figures(subject: Subject) -> list[Found]:
    where = subject.settings.work_metrics
    if where is None:
        return [skipped("ieum work의 지표를 내놓지 않습니다.")]
    return [well(f"Prometheus가 {where[0]}:{where[1]}에서 읽습니다. 그 밖의 기계는 닿지 않아야 합니다.")]


async def try_backups(subject: Subject) -> list[Found]:
    if not subject.environ.get("IEUM_BACKUP_PLACE"):
        return [
            attention(
                "백업하지 않습니다. 디스크가 죽으면 모두 잃습니다.",
                "다른 기계나 디스크의 자리를 정해 주세요.",
            )
        ]
    try:
        settings = load_backups(subject.environ, needs_database=False, needs_keys=False)
        place = settings.open_place()
        # A remote answers when it is first used.
        await asyncio.to_thread(place.check)
        if not place.is_directory:
            copies = await asyncio.to_thread(place.files)
            return [well(f"{settings.place}: rclone으로 닿습니다(파일 {len(copies)}개).")]
    except (SettingsError, BackupError) as error:
        return [broken(f"백업을 둘 수 없습니다: {error}", "고친 다음 다시 적어 주세요.")]
    return [await asyncio.to_thread(_judge_folder, Path(settings.place), subject.settings.data)]


async def send_test_mail(subject: Subject, to: str) -> Found:
    """Send one mail, from the login where that is a mail address, else from whom it goes to."""
    url = subject.settings.smtp_url
    login = unquote(urlsplit(url).username or "")
    body = "이 메일이 보이면 상점의 메일 설정이 맞습니다.\n"
    # Its number becomes the mail's identity, by which a mail that is sent again would be thrown away.
    message = Message(time.time_ns(), "mail", to, "[이음] 메일 시험", body, None)
    mailer = SmtpMailer(url, patience=PATIENCE, tls=subject.mail_trust)
    try:
        await mailer.send(message, sender=login if "@" in login else to)
    except (MessageRefused, MessageDelayed) as refusal:
        return broken(
            f"메일 서버가 시험 메일을 거절했습니다({refusal}).", "보내는 주소를 허락하는지 확인해 주세요."
        )
    except (OSError, smtplib.SMTPException, TlsMissingError) as error:
        return broken(f"시험 메일을 보내지 못했습니다({type(error).__name__}).", "메일 서버를 확인해 주세요.")
    return well(f"{to} 앞으로 시험 메일을 보냈습니다. 스팸함도 확인해 주세요.")


def _judge_folder(place: Path, data: Path) -> Found:
    if place.stat().st_mode & 0o022:
        # `ieum backup` refuses it, in the night.
        return broken(
            f"{place}: 다른 사용자도 쓸 수 있는 폴더라 백업하지 않습니다.",
            "chown ieum, chmod 700을 해 주세요.",
        )
    there = next((path for path in (data, *data.parents) if path.exists()), data)
    if place.stat().st_dev == there.stat().st_dev:
        return attention(
            f"{place}: 상점의 자료와 같은 디스크입니다. 디스크가 죽으면 함께 잃습니다.",
            "다른 디스크나 기계를 정해 주세요.",
        )
    return judge_space(place) or broken(f"{place}: 볼 수 없습니다.", "폴더의 권한을 확인해 주세요.")


async def try_keys(subject: Subject) -> list[Found]:
    """Try whether these keys are those of the shop in this database."""
    async with subject.connection() as conn:
        wrong = await find_wrong(conn, subject.settings)
    return [
        broken(
            f"이 {with_ro(name)}는 그 상점의 자료가 열리지 않습니다.",
            f"그 상점에서 쓰던 {with_particle(name, '을/를')} 적어 주세요.",
        )
        for name in wrong
    ] or [well("그 상점의 자료를 만든 키와 맞습니다.")]
