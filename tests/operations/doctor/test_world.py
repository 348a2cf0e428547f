"""What the doctor asks of the world: names, clocks, certificates, providers. Each is seen well, and seen red."""

import asyncio
import hashlib
import ssl
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from aiosmtpd.smtp import SMTP, AuthResult

from ieum.operations.doctor import (
    clock_checks,
    name_checks,
    provider_checks,
    setting_checks,
    web_checks,
)
from ieum.operations.doctor.examining import examine, exit_code
from ieum.operations.doctor.setting_checks import judge_way
from ieum.operations.doctor.subject import Subject
from ieum.operations.doctor.types import Check, Finding, Found
from ieum.shop.kernel.db import execute
from tests.conftest import RollingBack
from tests.operations.stand_ins import (
    BILLING,
    ENVIRON,
    Certificates,
    Silent,
    mute,
    names,
    sandbox,
    time_server,
    web,
)

DOMAIN = "ieum.test"
SHOP = "shop.ieum.test"
GOOD: Mapping[tuple[str, str], list[str]] = {
    (SHOP, "A"): ["203.0.113.7"],
    (DOMAIN, "TXT"): ['"some-verification=1"', '"v=spf1 include:mail.example ~all"'],
    (f"mail._domainkey.{DOMAIN}", "TXT"): ['"v=DKIM1; k=rsa; " "p=MIGfMA0"'],
    (f"_dmarc.{DOMAIN}", "TXT"): ['"v=DMARC1; p=quarantine"'],
}


def a_subject(*, environ: Mapping[str, str] | None = None, **given: Any) -> Subject:
    return Subject({**ENVIRON, **(environ or {})}, **given)


async def found_by(name: str, checks: tuple[Check, ...], subject: Subject) -> list[Finding]:
    return await examine(subject, [check for check in checks if check.name == name])


async def state_of(name: str, checks: tuple[Check, ...], subject: Subject) -> tuple[str, str]:
    [finding] = await found_by(name, checks, subject)
    return finding.state, finding.says


@pytest.fixture
async def mail_domain(db: RollingBack) -> RollingBack:
    await execute(db.conn, "UPDATE site_config SET site_mail = %(mail)s", mail=f"help@{DOMAIN}")
    return db


async def test_names_that_are_right_are_well(mail_domain: RollingBack) -> None:
    async with names(GOOD) as resolver:
        findings = await examine(a_subject(resolver=resolver, database=mail_domain), name_checks.CHECKS)

    assert [(finding.check, finding.state) for finding in findings] == [
        ("dns", "well"),
        ("spf", "well"),
        ("dkim", "well"),
        ("dmarc", "well"),
    ]
    assert "203.0.113.7" in findings[0].says


@pytest.mark.parametrize(
    ("records", "check", "state", "word"),
    [
        ({}, "dns", "broken", SHOP),
        ({}, "spf", "attention", "SPF가 없습니다"),
        ({}, "dkim", "unknown", "찾지 못했습니다"),
        ({}, "dmarc", "attention", "DMARC가 없습니다"),
        ({(DOMAIN, "TXT"): ['"v=spf1 -all"', '"v=spf1 mx ~all"']}, "spf", "broken", "2개"),
        ({(DOMAIN, "TXT"): ['"v=spf1 +all"']}, "spf", "attention", "+all"),
        # A key that was revoked.
        ({(f"mail._domainkey.{DOMAIN}", "TXT"): ['"v=DKIM1; p="']}, "dkim", "unknown", "찾지 못했습니다"),
    ],
)
async def test_what_the_dns_lacks_is_named(
    mail_domain: RollingBack,
    records: Mapping[tuple[str, str], list[str]],
    check: str,
    state: str,
    word: str,
) -> None:
    async with names(records) as resolver:
        found = await state_of(check, name_checks.CHECKS, a_subject(resolver=resolver, database=mail_domain))

    assert found[0] == state
    assert word in found[1]


async def test_a_selector_that_was_named_has_to_be_there(mail_domain: RollingBack) -> None:
    async with names(GOOD) as resolver:
        named = a_subject(environ={"IEUM_DKIM_SELECTOR": "own"}, resolver=resolver, database=mail_domain)

        assert (await state_of("dkim", name_checks.CHECKS, named))[0] == "broken"


async def test_a_resolver_that_is_silent_proves_nothing(mail_domain: RollingBack) -> None:
    async with names(GOOD, is_silent=True) as resolver:
        findings = await examine(a_subject(resolver=resolver, database=mail_domain), name_checks.CHECKS)

    assert {finding.state for finding in findings} == {"unknown"}
    assert exit_code(findings) == 1


@pytest.mark.parametrize(
    ("ahead", "state", "word"),
    [(0.0, "well", "맞습니다"), (2.0, "attention", "늦습니다"), (-30.0, "broken", "30.0초 빠릅니다")],
)
async def test_a_skewed_clock_is_seen(ahead: float, state: str, word: str) -> None:
    async with time_server(ahead=ahead) as server:
        found = await state_of("clock_ntp", clock_checks.CHECKS, a_subject(ntp=server))

    assert found[0] == state
    assert word in found[1]


async def test_a_time_server_that_does_not_know_the_time_or_is_not_there_is_said(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(clock_checks, "PATIENCE", 0.2)
    async with time_server(stratum=0) as lost:
        unsure = await state_of("clock_ntp", clock_checks.CHECKS, a_subject(ntp=lost))
    async with names({}, is_silent=True) as silent:
        away = await state_of("clock_ntp", clock_checks.CHECKS, a_subject(ntp=("127.0.0.1", silent.port)))
    unasked = await state_of("clock_ntp", clock_checks.CHECKS, a_subject())

    assert (unsure[0], away[0], unasked[0]) == ("unknown", "unknown", "skipped")


async def test_the_databases_clock_is_compared(db: RollingBack) -> None:
    state, says = await state_of("clock_database", clock_checks.CHECKS, a_subject(database=db))

    assert (state, "맞습니다" in says) == ("well", True)
    assert clock_checks.judge(-7, "데이터베이스").state == "broken"


@pytest.fixture
def certificates(tmp_path: Path) -> Certificates:
    return Certificates(tmp_path)


@pytest.mark.parametrize(
    ("age", "days", "state", "word"),
    [
        (10.0, 80.0, "well", "80일"),
        (70.0, 20.0, "attention", "20일"),
        (87.0, 3.0, "broken", "3일"),
        (91.0, -1.0, "broken", "기한이 지났습니다"),
        (0.25, 0.25, "well", "6시간"),
        (4.0, 2.0, "well", "2일"),
        (5.0, 1.0, "attention", "24시간"),
    ],
)
async def test_a_certificate_is_told_of_before_it_ends_and_after(
    certificates: Certificates, age: float, days: float, state: str, word: str
) -> None:
    async with web(certificates.server(days=days, age=age), {}) as url:
        shop = a_subject(environ={"IEUM_PUBLIC_URL": url}, trust=certificates.trust)
        found = await state_of("certificate", web_checks.CHECKS, shop)

    assert found[0] == state
    assert word in found[1]


async def test_a_certificate_of_another_name_or_of_nobody_known_is_broken(
    certificates: Certificates,
) -> None:
    async with web(certificates.server(days=80, name="other.test"), {}) as url:
        other = a_subject(environ={"IEUM_PUBLIC_URL": url}, trust=certificates.trust)
        name = await state_of("certificate", web_checks.CHECKS, other)
    async with web(certificates.server(days=80), {}) as url:
        stranger = a_subject(environ={"IEUM_PUBLIC_URL": url}, trust=ssl.create_default_context())
        unknown = await state_of("certificate", web_checks.CHECKS, stranger)

    assert "이 도메인의 인증서가 아닙니다" in name[1]
    assert "믿을 수 없는" in unknown[1]
    assert (name[0], unknown[0]) == ("broken", "broken")


@pytest.mark.parametrize(
    ("seen", "state", "word"),
    [
        (b"127.0.0.1", "well", "127.0.0.1"),
        (b"10.9.9.9", "broken", "모든 방문자가 프록시"),
        (b"{forwarded}", "broken", "누구나"),
    ],
)
async def test_whom_the_shop_takes_callers_for_shows_whether_its_proxy_is_known(
    certificates: Certificates, seen: bytes, state: str, word: str
) -> None:
    answers = {"/api/get-ip": b'{"status": 200, "data": "' + seen + b'"}'}
    async with web(certificates.server(days=80), answers) as url:
        shop = a_subject(environ={"IEUM_PUBLIC_URL": url}, trust=certificates.trust)
        found = await state_of("forwarded_callers", web_checks.CHECKS, shop)

    assert found[0] == state
    assert word in found[1]


async def test_the_public_address_has_to_lead_to_this_shop(
    certificates: Certificates, db: RollingBack
) -> None:
    path = "/.well-known/ieum-keys.json"
    answers = {path: b'{"keys": []}'}

    async def ask(answers: Mapping[str, bytes]) -> tuple[str, str]:
        async with web(certificates.server(days=80), answers) as url:
            shop = a_subject(environ={"IEUM_PUBLIC_URL": url}, trust=certificates.trust, database=db)
            return await state_of("public_address", web_checks.CHECKS, shop)

    assert (await ask(answers))[0] == "well"
    await execute(
        db.conn,
        """
        INSERT INTO signing_keys (key_id, public_key, sealed_private)
        VALUES (%(id)s, %(key)s, %(key)s)
        """,
        id=hashlib.sha256(b"k" * 32).hexdigest()[:16],
        key=b"k" * 32,
    )
    assert "다른 상점" in (await ask(answers))[1]
    assert "이음이 아닌 서버" in (await ask({}))[1]


async def test_providers_that_take_the_keys_are_well() -> None:
    _, wire = sandbox()
    checks = [check for check in provider_checks.CHECKS if check.name != "mail"]

    findings = await examine(a_subject(transport=wire), checks)

    assert {finding.state for finding in findings} == {"well"}
    assert {sent.split()[0] for sent in wire.sent} == {"GET"}


@pytest.mark.parametrize(
    ("environ", "check", "word"),
    [
        ({"IEUM_TOSS_SECRET_KEY": "live_sk_another"}, "toss_normal", "UNAUTHORIZED_KEY"),
        ({"IEUM_TOSS_BILLING_SECRET_KEY": "live_sk_another"}, "toss_billing", "UNAUTHORIZED_KEY"),
        ({"IEUM_SOLAPI_SECRET": "another"}, "sms", "SignatureDoesNotMatch"),
        ({"IEUM_PORTONE_SECRET": "another"}, "identity", "받아 주지 않았습니다"),
    ],
)
async def test_a_wrong_key_is_red_and_never_shown(environ: Mapping[str, str], check: str, word: str) -> None:
    state, says = await state_of(
        check, provider_checks.CHECKS, a_subject(environ=environ, transport=sandbox()[1])
    )

    assert state == "broken"
    assert word in says
    assert not any(value in says for value in environ.values())


@pytest.mark.parametrize(
    ("balance", "senders", "states", "word"),
    [
        (0, ["0212345678"], ["broken", "well"], "0원"),
        (9_000, ["0212345678"], ["attention", "well"], "9,000원"),
        (90_000, ["0299999999"], ["well", "broken"], "등록되어 있지 않습니다"),
        (90_000, [], ["well", "unknown"], "읽지 못했습니다"),
    ],
)
async def test_an_sms_account_needs_money_and_its_sender(
    balance: int, senders: list[str], states: list[str], word: str
) -> None:
    world, wire = sandbox()
    world.sms_account.balance, world.sms_account.senders = balance, senders

    findings = await found_by("sms", provider_checks.CHECKS, a_subject(transport=wire))

    assert [finding.state for finding in findings] == states
    assert any(word in finding.says for finding in findings)


async def test_a_number_that_is_often_filtered_is_said() -> None:
    world, wire = sandbox()
    world.sms_account.senders = ["07012345678"]
    shop = a_subject(environ={"IEUM_SMS_SENDER": "070-1234-5678"}, transport=wire)

    findings = await found_by("sms", provider_checks.CHECKS, shop)

    assert findings[1].state == "attention"


async def test_providers_that_are_silent_are_red_and_hold_nobody_up() -> None:
    began = asyncio.get_running_loop().time()
    findings = await examine(a_subject(transport=Silent()), provider_checks.CHECKS, longest=0.3)

    assert {finding.state for finding in findings if finding.check != "mail"} == {"broken"}
    assert exit_code(findings) == 2
    assert asyncio.get_running_loop().time() - began < 3


async def test_a_mail_server_is_greeted_and_a_refused_login_or_silence_is_red(
    certificates: Certificates, monkeypatch: pytest.MonkeyPatch
) -> None:
    def authenticate(_s: Any, _e: Any, _v: Any, _way: str, shown: Any) -> AuthResult:
        return AuthResult(success=shown.password == b"right", handled=False)

    server = await asyncio.get_running_loop().create_server(
        lambda: SMTP(object(), tls_context=certificates.server(days=9), authenticator=authenticate),
        "127.0.0.1",
        0,
    )
    async with server:
        port = server.sockets[0].getsockname()[1]

        async def greet(password: str) -> tuple[str, str]:
            environ = {"IEUM_SMTP_URL": f"smtp://shop:{password}@localhost:{port}"}
            shop = a_subject(environ=environ, trust=certificates.trust)
            return await state_of("mail", provider_checks.CHECKS, shop)

        right, wrong = await greet("right"), await greet("wr0ng")
    monkeypatch.setattr(provider_checks, "PATIENCE", 0.2)
    async with mute() as port:
        silent = await state_of(
            "mail", provider_checks.CHECKS, a_subject(environ={"IEUM_SMTP_URL": f"smtp://127.0.0.1:{port}"})
        )

    assert (right[0], wrong[0], silent[0]) == ("well", "broken", "broken")
    assert "535" in wrong[1]
    assert "wr0ng" not in wrong[1]


@pytest.mark.parametrize(
    ("environ", "state", "word"),
    [
        ({}, "well", "짝이 맞습니다"),
        ({"IEUM_TOSS_CLIENT_KEY": "live_gck_widget1"}, "broken", "결제위젯"),
        ({"IEUM_TOSS_CLIENT_KEY": "live_sk_shop_normal"}, "broken", "시크릿 키를 클라이언트"),
        ({"IEUM_TOSS_SECRET_KEY": "live_ck_shop_normal"}, "broken", "클라이언트 키를 시크릿"),
        ({"IEUM_TOSS_SECRET_KEY": "Basic abc"}, "broken", "live_sk_"),
        (
            {"IEUM_ENV": "development", "IEUM_TOSS_CLIENT_KEY": "test_ck_shop_normal"},
            "broken",
            "시험용(test) 키이고",
        ),
        (
            {
                "IEUM_ENV": "development",
                "IEUM_TOSS_BILLING_CLIENT_KEY": "test_ck_shop_normal",
                "IEUM_TOSS_BILLING_SECRET_KEY": "test_sk_shop_normal",
            },
            "broken",
            "한쪽만 시험용",
        ),
    ],
)
async def test_the_looks_of_keys_tell_mistakes(environ: Mapping[str, str], state: str, word: str) -> None:
    found = await state_of("payment_keys", setting_checks.CHECKS, a_subject(environ=environ))

    assert found[0] == state
    assert word in found[1]
    assert BILLING.secret_key not in found[1]


async def test_a_file_that_others_can_read_is_broken(tmp_path: Path) -> None:
    file = tmp_path / "ieum.env"
    file.touch(mode=0o600)

    async def look() -> str:
        return (await state_of("settings_file", setting_checks.CHECKS, a_subject(file=file)))[0]

    closed = await look()
    file.chmod(0o640)

    assert (closed, await look()) == ("well" if file.stat().st_uid == 0 else "attention", "broken")


async def test_what_systemd_hands_over_is_not_judged_by_its_mode(tmp_path: Path) -> None:
    file = tmp_path / "ieum.env"
    file.touch(mode=0o440)
    shop = a_subject(environ={"CREDENTIALS_DIRECTORY": str(tmp_path)}, file=file)

    assert (await state_of("settings_file", setting_checks.CHECKS, shop))[0] == "well"


async def test_settings_that_cannot_be_read_are_told_once_and_the_rest_is_unknown() -> None:
    shop = a_subject(environ={"IEUM_PUBLIC_URL": "http://shop.example"})

    settings = await state_of("settings", setting_checks.CHECKS, shop)
    others = await examine(shop, provider_checks.CHECKS)

    assert settings[0] == "broken"
    assert "IEUM_PUBLIC_URL" in settings[1]
    assert {finding.state for finding in others} == {"unknown"}


async def test_a_check_that_fails_hides_no_other_and_is_not_well(caplog: pytest.LogCaptureFixture) -> None:
    async def fail(_: Subject) -> Found:
        raise ZeroDivisionError

    checks = [Check("bug", "g", "l", fail), *setting_checks.CHECKS]

    findings = await examine(a_subject(), checks)

    assert (findings[0].state, findings[0].says) == (
        "unknown",
        "확인하다가 오류가 났습니다(ZeroDivisionError).",
    )
    assert len(findings) == len(checks)
    assert "bug" in caplog.text


@pytest.mark.parametrize(
    ("url", "default", "state"),
    [
        ("postgresql://ieum@localhost/ieum", "", "skipped"),
        ("postgresql:///ieum?host=/run/postgresql", "", "skipped"),
        ("postgresql://ieum@10.0.0.5/ieum", "", "attention"),
        ("postgresql://ieum@localhost,10.0.0.5/ieum?sslmode=prefer", "verify-full", "attention"),
        ("postgresql://ieum@10.0.0.5/ieum", "require", "well"),
        ("postgresql://ieum@10.0.0.5/ieum?sslmode=verify-full", "", "well"),
    ],
)
def test_a_database_on_another_machine_is_reached_by_an_encrypted_way(
    url: str, default: str, state: str
) -> None:
    assert judge_way(url, default).state == state
