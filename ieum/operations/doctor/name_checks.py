"""Checks of the DNS: the shop's public name, and the domain that its mails come from."""

import asyncio
import socket
from ipaddress import ip_address
from urllib.parse import urlsplit

from dns.exception import DNSException, Timeout
from dns.rdatatype import RdataType
from dns.resolver import NXDOMAIN, NoAnswer, NoNameservers

from ieum.operations.doctor.subject import Subject
from ieum.operations.doctor.types import Check, Found, attention, broken, skipped, unknown, well
from ieum.shop.kernel.settings import LOCAL_HOSTS
from ieum.shop.site import queries as site

GROUP = "이름과 인증서"
# Nobody can list the selectors of a domain; these are what mail services give their customers most often.
USUAL_SELECTORS = (
    "ieum", "default", "mail", "dkim", "google", "selector1", "selector2", "k1", "s1", "s2", "smtp", "naverworks",
)  # fmt: skip
_RECEIVERS = "네이버와 다음이 메일을 스팸으로 볼 수 있습니다."


async def look_up(subject: Subject, name: str, kind: RdataType) -> list[str]:
    """Return what the DNS has; nothing where it has nothing. Raises DNSException where it cannot be told."""
    try:
        answer = await subject.resolver.resolve(name, kind, search=False)
    except (NXDOMAIN, NoAnswer):
        return []
    if kind is RdataType.TXT:
        return [b"".join(record.strings).decode(errors="replace") for record in answer]
    return [record.to_text() for record in answer]


async def check_host(subject: Subject) -> Found:
    return await examine_host(subject, urlsplit(subject.settings.public_url).hostname or "")


async def examine_host(subject: Subject, host: str) -> Found:
    if host in LOCAL_HOSTS:
        return skipped(f"{host}: 이 기계 안에서만 쓰는 이름입니다.")
    if _is_address(host):
        return attention(f"{host}: 이름이 아니라 IP입니다.", "도메인을 쓰면 인증서를 쉽게 받을 수 있습니다.")
    try:
        found = await asyncio.gather(
            look_up(subject, host, RdataType.A), look_up(subject, host, RdataType.AAAA)
        )
    except (DNSException, OSError) as error:
        return _untold(host, error)
    addresses = found[0] + found[1]
    if not addresses:
        return broken(
            f"{host}: DNS에 이 이름의 주소(A, AAAA)가 없습니다.", "도메인의 DNS에 A 레코드를 등록해 주세요."
        )
    here = [address for address in addresses if await asyncio.to_thread(_is_here, address)]
    where = "이 기계입니다" if here else "이 기계의 주소는 아닙니다(프록시나 공유기라면 맞습니다)"
    return well(f"{host} → {', '.join(addresses)}. {where}.")


def _is_address(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True


def _is_here(address: str) -> bool:
    """Only an address of this machine can be bound."""
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.bind((address, 0))
    except OSError:
        return False
    return True


async def _mail_domain(subject: Subject) -> str:
    async with subject.connection() as conn:
        config = await site.get_config(conn)
    return config.site_mail.rpartition("@")[2]


_NO_DOMAIN = "보내는 메일 주소가 아직 없습니다(설정 › 이메일)."


async def check_spf(subject: Subject) -> Found:
    domain = await _mail_domain(subject)
    if not domain:
        return skipped(_NO_DOMAIN)
    try:
        texts = await look_up(subject, domain, RdataType.TXT)
    except (DNSException, OSError) as error:
        return _untold(domain, error)
    records = [text for text in texts if text.lower().split(" ", 1)[0] == "v=spf1"]
    if not records:
        return attention(
            f"{domain}: SPF가 없습니다. {_RECEIVERS}", "메일 서비스가 알려 주는 v=spf1 … TXT를 등록해 주세요."
        )
    if len(records) > 1:
        return broken(
            f"{domain}: SPF가 {len(records)}개입니다. 둘 이상이면 모두 무효입니다.", "하나로 합쳐 주세요."
        )
    if records[0].lower().split()[-1] in {"+all", "all"}:
        return attention(
            f"{domain}: SPF가 누구에게나 보내기를 허락합니다(+all).", "~all이나 -all로 바꿔 주세요."
        )
    return well(f"{domain}: {records[0]}")


async def check_dkim(subject: Subject) -> Found:
    domain = await _mail_domain(subject)
    if not domain:
        return skipped(_NO_DOMAIN)
    own = subject.environ.get("IEUM_DKIM_SELECTOR", "")
    names = [own] if own else list(USUAL_SELECTORS)
    try:
        found = await asyncio.gather(
            *(look_up(subject, f"{name}._domainkey.{domain}", RdataType.TXT) for name in names)
        )
    except (DNSException, OSError) as error:
        return _untold(domain, error)
    keys = {name: texts for name, texts in zip(names, found, strict=True) if any(map(_is_key, texts))}
    if keys:
        return well(f"{domain}: 선택자 {', '.join(keys)}의 공개키가 있습니다.")
    if own:
        return broken(
            f"{domain}: 선택자 {own}의 DKIM 공개키가 없습니다. {_RECEIVERS}",
            f"{own}._domainkey.{domain}에 메일 서비스가 알려 주는 TXT를 등록해 주세요.",
        )
    return unknown(
        f"{domain}: 흔한 이름의 DKIM 공개키를 찾지 못했습니다.",
        "메일 서비스가 쓰는 선택자를 IEUM_DKIM_SELECTOR에 적어 주세요.",
    )


def _is_key(text: str) -> bool:
    """An empty key is one that was revoked (RFC 6376, 3.6.1)."""
    tags = dict(part.strip().split("=", 1) for part in text.split(";") if "=" in part)
    return bool(tags.get("p", "").strip())


async def check_dmarc(subject: Subject) -> Found:
    domain = await _mail_domain(subject)
    if not domain:
        return skipped(_NO_DOMAIN)
    # A subdomain without a record of its own has its domain's; one label more is enough for shops.
    parts = domain.split(".")
    try:
        for name in (domain, ".".join(parts[1:])):
            texts = await look_up(subject, f"_dmarc.{name}", RdataType.TXT) if "." in name else []
            for text in texts:
                if text.lower().startswith("v=dmarc1"):
                    return well(f"{name}: {text}")
    except (DNSException, OSError) as error:
        return _untold(domain, error)
    return attention(
        f"{domain}: DMARC가 없습니다. {_RECEIVERS}",
        f"_dmarc.{domain}에 TXT v=DMARC1; p=none; rua=mailto:… 를 등록해 주세요.",
    )


def _untold(name: str, error: Exception) -> Found:
    """A resolver that is silent is no proof that a name is missing."""
    if isinstance(error, Timeout):
        says = f"{name}: DNS 서버가 답하지 않았습니다."
    elif isinstance(error, NoNameservers):
        says = f"{name}: DNS 서버가 답을 거절했습니다."
    else:
        says = f"{name}: DNS에 물어보지 못했습니다({type(error).__name__})."
    return unknown(says, "이 기계의 DNS 설정(/etc/resolv.conf)을 살펴봐 주세요.")


CHECKS = (
    Check("dns", GROUP, "도메인", check_host),
    Check("spf", GROUP, "메일의 SPF", check_spf),
    Check("dkim", GROUP, "메일의 DKIM", check_dkim),
    Check("dmarc", GROUP, "메일의 DMARC", check_dmarc),
)
