"""Header and footer of the shop's pages, drawn anew for the status page, which needs neither the web app nor the shop.

Words, links and their order are those of `web/src/shell/header.tsx`, `web/src/site/menu.ts` and
`web/src/shell/footer.tsx`; `tests/shop/pages/test_status_frame.py` compares them with a page that React has drawn.
Links name the shop's host, because the page stands on another one, too.
"""

import re
import unicodedata
from collections.abc import Sequence
from html import escape
from typing import NamedTuple

from ieum.shop.site.words import SYSTEMS
from ieum.shop.status.types import Frame, Product

LOGIN, SIGN_UP = "/login", "/sign-up"
# The status page itself, as the footer's last link; an empty address is the page that is shown.
OWN = "/status"


class Entry(NamedTuple):
    label: str
    to: str


class Group(NamedTuple):
    label: str
    entries: Sequence[Entry]
    product: Product | None = None


def _vpn(label: str, product: Product, path: str) -> Group:
    paths = (("상품 안내", ""), ("기간 결제", "/payment/normal"), ("정기결제", "/payment/billing"))
    return Group(label, [Entry(name, path + end) for name, end in paths], product)


def _by_system(label: str, path: str) -> Group:
    return Group(label, [Entry(name, f"{path}/{system}") for system, name in SYSTEMS.items()])


NOTICES = Entry("공지사항", "/support/notice?page=1")
SUPPORT = "고객센터"
MENU: Sequence[Group] = (
    _vpn("고정 IP VPN", "static", "/static-ip"),
    _vpn("유동 IP VPN", "dynamic", "/dynamic-ip"),
    Group(
        "IP 교체권",
        [Entry("교체권 안내", "/ip-ticket"), Entry("교체권 구매", "/ip-ticket/payment")],
        "ticket",
    ),
    _by_system("다운로드", "/download"),
    _by_system("이용안내", "/use"),
    Group(
        SUPPORT,
        [
            NOTICES,
            Entry("자주 묻는 질문", "/support/faq?page=1"),
            Entry("1:1 문의", "/support/inquiry?page=1"),
        ],
    ),
)
PRIVACY_POLICY = "/privacy/policy"
FOOTER: Sequence[Entry] = (
    NOTICES,
    Entry("이용약관", "/privacy/terms-use"),
    Entry("개인정보처리방침", PRIVACY_POLICY),
    Entry("환불 규정", "/privacy/terms-use#refund"),
    Entry("내 IP 확인", "/my-ip"),
    Entry("이용 확인서 조회", "/verify"),
    Entry("서비스 상태", OWN),
)
REGISTER = "https://www.ftc.go.kr/bizCommPop.do?wrkr_no="

MARK = """<svg viewBox="0 0 44 20" width="44" height="20" fill="none" aria-hidden="true">\
<circle class="ring" cx="10" cy="10" r="7" stroke-width="3"/><path class="join" d="M17 10h10" stroke-width="3"/>\
<circle class="end" cx="34" cy="10" r="8.5"/></svg>"""
BARS, CLOSE, DOWN = "M4 6h16M4 12h16M4 18h16", "M6 6l12 12M18 6L6 18", "m6 9 6 6 6-6"


def header(frame: Frame) -> str:
    """The header that a visitor sees. CSS and the browser's own popover open its menus."""
    groups = [group for group in MENU if group.product is None or group.product in frame.products]
    wide = "".join(_dropdown(frame, group) for group in groups)
    narrow = "".join(_fold(frame, group) for group in groups)
    return f"""\
<a class="skip" href="#content">본문 바로가기</a>
<header class="top"><div class="page">
<a class="logo" href="{_at(frame, "/")}" aria-label="{escape(frame.shop)} 홈">{_logo(frame)}</a>
<nav class="wide" aria-label="주 메뉴"><ul>{wide}</ul></nav>
<div class="wide ways">{_link(frame, Entry("회원가입", SIGN_UP))}{_link(frame, Entry("로그인", LOGIN), "button")}</div>
<div class="narrow"><button class="icon" popovertarget="menu" aria-label="메뉴 열기">{icon(BARS)}</button>
<section id="menu" popover aria-label="전체 메뉴">
<button class="icon" popovertarget="menu" popovertargetaction="hide" aria-label="메뉴 닫기">{icon(CLOSE)}</button>
<div class="ways">{_link(frame, Entry("로그인", LOGIN), "button main")}\
{_link(frame, Entry("회원가입", SIGN_UP), "button")}</div>
<nav aria-label="전체 메뉴">{narrow}</nav>
</section></div>
</div></header>"""


def footer(frame: Frame) -> str:
    """The footer with what the E-commerce Act (article 10) requires on every page of a shop."""
    mail, phone = escape(frame.business.site_mail), escape(frame.business.phone)
    links = "".join(f"<li>{_footer_link(frame, entry)}</li>" for entry in FOOTER)
    return f"""\
<footer><div class="page">
<div class="reach"><div><p>{SUPPORT}</p><p class="phone"><a href="{dial_path(phone)}">{phone}</a></p>
<p>{escape(frame.support_hours)}</p><p><a class="lined" href="mailto:{mail}">{mail}</a></p></div>
<nav aria-label="바닥글 메뉴"><ul>{links}</ul></nav></div>
<dl>{"".join(f"<div><dt>{name}</dt><dd>{fact}</dd></div>" for name, fact in _facts(frame))}</dl>
</div></footer>"""


def dial_path(number: str) -> str:
    """The address that dials a number: `tel:16000000` for `1600-0000`."""
    return f"tel:{re.sub('[^0-9+]', '', number)}"


def _facts(frame: Frame) -> list[tuple[str, str]]:
    """Names and facts as HTML."""
    of = frame.business
    digits = re.sub(r"\D", "", unicodedata.normalize("NFKC", of.business_licence))
    entry = f'<a class="lined" href="{REGISTER}{digits}" target="_blank" rel="noopener noreferrer">사업자정보확인</a>'
    return [
        ("상호", escape(of.business_name)),
        ("대표자", escape(of.representative)),
        ("주소", escape(of.address)),
        ("사업자등록번호", f"{escape(of.business_licence)} {entry}"),
        ("통신판매업 신고번호", escape(of.mail_order_licence)),
        ("개인정보보호책임자", escape(f"{of.officer_name} ({of.officer_phone}, {of.officer_mail})")),
        ("호스팅 서비스 제공자", escape(of.hosting_provider)),
    ]


def _logo(frame: Frame) -> str:
    if frame.logo:
        return f'<img src="data:image/png;base64,{frame.logo}" alt="">'
    return f"{MARK}<span>{escape(frame.shop)}</span>"


def _dropdown(frame: Frame, group: Group) -> str:
    entries = "".join(f"<li>{_link(frame, entry)}</li>" for entry in group.entries)
    name = _link(frame, Entry(group.label, group.entries[0].to))
    return f"<li>{name}<ul>{entries}{_remote_support(frame, group, is_wide=True)}</ul></li>"


def _fold(frame: Frame, group: Group) -> str:
    entries = "".join(f"<li>{_link(frame, entry)}</li>" for entry in group.entries)
    return (
        f'<details name="menu"><summary>{group.label}{icon(DOWN)}</summary>'
        f"<ul>{entries}{_remote_support(frame, group, is_wide=False)}</ul></details>"
    )


def _remote_support(frame: Frame, group: Group, *, is_wide: bool) -> str:
    """The last entry of the support, where the operator offers it. The side menu leads a visitor to the login."""
    if group.label != SUPPORT or not frame.remote_support:
        return ""
    if not is_wide:
        return f"<li>{_link(frame, Entry('원격지원', LOGIN))}</li>"
    return (
        f'<li><a href="{escape(frame.remote_support)}" target="_blank" rel="noopener noreferrer">원격지원'
        '<span class="unseen"> (새 창)</span></a></li>'
    )


def _footer_link(frame: Frame, entry: Entry) -> str:
    if entry.to == OWN:
        return f'<a href="" aria-current="page">{entry.label}</a>'
    return _link(frame, entry, "prominent" if entry.to == PRIVACY_POLICY else "")


def _link(frame: Frame, entry: Entry, look: str = "") -> str:
    named = f' class="{look}"' if look else ""
    return f'<a{named} href="{_at(frame, entry.to)}">{entry.label}</a>'


def _at(frame: Frame, to: str) -> str:
    return escape(frame.home + to)


def icon(path: str) -> str:
    return f'<svg class="sign" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true"><path d="{path}"/></svg>'
