"""Writes a mail as it is sent: the plain text, and the HTML form that says the same. Pure.

The HTML form is made of the plain body. Blocks are separated by empty lines, and a line is one of:
`■ heading`, `- item of a list`, `label: value` (a row of a table, the code of `인증번호` in large figures), or text.

Mail programs know little HTML: tables and inline styles work in all of them (Outlook draws with Word, Naver removes
`<style>`). The sheet in the head only adds dark colours, where a program reads it. Nothing is loaded from elsewhere.
"""

import re
from collections.abc import Iterator
from html import escape
from itertools import groupby
from typing import Literal, NamedTuple

import msgspec

from ieum.shop.messaging.queries import Message
from ieum.shop.site.types import SiteConfig

type Kind = Literal["heading", "item", "fact", "text"]

CODE = "인증번호"
# Between the mails within one.
_RULE = "─" * 20
_FACT = re.compile(r"(?P<label>[^:.\n]{1,20}): (?P<value>\S.*)")
_FONT = (
    "font-family:Pretendard,-apple-system,BlinkMacSystemFont,'Apple SD Gothic Neo','Malgun Gothic','Noto Sans KR',"
    "sans-serif"
)
_PAPER, _SURFACE, _INK, _INK_2, _LINE, _ACCENT = (
    "#FFFFFF",
    "#F5F7F8",
    "#10151C",
    "#475063",
    "#DDE2E8",
    "#006B63",
)
# Programs that invert colours by themselves (Gmail, Outlook) are not asked; the others take these.
_DARK = """
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .surface { background: #0E1318 !important; }
  .paper { background: #161C23 !important; border-color: #2A323C !important; }
  .ink { color: #E8ECF1 !important; }
  .ink-2 { color: #A5B0BF !important; }
  .line { border-color: #2A323C !important; }
  .code { background: #0E1318 !important; color: #E8ECF1 !important; }
  .button { background: #4FD1C0 !important; }
  .button a { color: #0E1318 !important; }
}
@media (max-width: 480px) {
  .paper { padding: 24px 20px !important; }
  .wide { width: 100% !important; }
  .button, .button a { display: block !important; text-align: center !important; }
}
"""


class Letterhead(NamedTuple):
    """Sender of a mail; what the operator has left empty is omitted."""

    site: str
    # The shop's own address, without a slash at the end.
    url: str
    business: str = ""
    phone: str = ""
    mail: str = ""
    # A PNG that travels with the mail; the shop's name stands in its place where there is none.
    logo: bytes = b""


def letterhead_of(config: SiteConfig, url: str, logo: bytes = b"") -> Letterhead:
    return Letterhead(config.site_name, url, config.business_name, config.phone, config.site_mail, logo)


class _Line(NamedTuple):
    kind: Kind
    text: str
    label: str = ""


def lay_out(message: Message, head: Letterhead) -> Message:
    """Return the mail with its two forms: the body with the button's address and the sender below, and the HTML.

    The mails that it contains stand below its own text, each with its subject and its button.
    """
    texts = [
        _plain(message, head),
        *(f"{_RULE}\n{part.subject}\n\n{_plain(part, head)}" for part in message.parts),
    ]
    plain = f"{'\n'.join(texts)}\n--\n{'\n'.join(_signature(head))}\n"
    return msgspec.structs.replace(message, body=plain, html=_document(message, head), logo=head.logo)


def _plain(message: Message, head: Letterhead) -> str:
    button = f"\n{message.button_label}: {head.url}{message.button_path}\n" if message.button_label else ""
    return f"{message.body.rstrip()}\n{button}"


def _signature(head: Letterhead) -> list[str]:
    contact = [f"고객센터 {head.phone}" if head.phone else "", head.mail]
    lines = [head.business or head.site, " · ".join(filter(None, contact)), head.url]
    return [line for line in lines if line]


def _document(message: Message, head: Letterhead) -> str:
    title = message.subject.removeprefix(f"[{head.site}] ")
    *sender, address = map(escape, _signature(head))
    footer = "<br>".join([*sender, f'<a class="ink-2" href="{address}" style="color:{_INK_2}">{address}</a>'])
    return f"""<!doctype html>
<html lang="ko">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no">
<meta name="x-apple-disable-message-reformatting">
<title>{escape(title)}</title>
<style>{_DARK}</style>
</head>
<body class="surface" style="margin:0;padding:0;background:{_SURFACE}">
<table class="surface" role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" \
bgcolor="{_SURFACE}" style="background:{_SURFACE}"><tr><td align="center" style="padding:32px 12px">
<table role="presentation" width="560" cellpadding="0" cellspacing="0" border="0" \
style="width:100%;max-width:560px;text-align:left">
<tr><td class="ink" style="{_FONT};padding:0 4px 16px;font-size:18px;line-height:27px;font-weight:700;color:{_INK}">\
{_name(head)}</td></tr>
<tr><td class="paper" bgcolor="{_PAPER}" style="{_FONT};padding:32px;background:{_PAPER};border:1px solid {_LINE};\
border-radius:14px;word-break:keep-all;overflow-wrap:break-word">
<h1 class="ink" style="margin:0 0 16px;font-size:22px;line-height:30px;font-weight:700;letter-spacing:-0.02em;\
color:{_INK}">{escape(title)}</h1>
{_body(message.body, _button_of(message, head))}
{"".join(_part(part, head) for part in message.parts)}</td></tr>
<tr><td class="ink-2" style="{_FONT};padding:16px 4px 0;font-size:13px;line-height:21px;color:{_INK_2}">\
{footer}</td></tr>
</table>
</td></tr></table>
</body>
</html>
"""


def _part(part: Message, head: Letterhead) -> str:
    """A whole mail within another."""
    title = part.subject.removeprefix(f"[{head.site}] ")
    return (
        f'<h2 class="ink line" style="margin:32px 0 16px;padding-top:24px;border-top:2px solid {_LINE};font-size:19px;'
        f'line-height:27px;font-weight:700;color:{_INK}">{escape(title)}</h2>\n'
        f"{_body(part.body, _button_of(part, head))}\n"
    )


def _name(head: Letterhead) -> str:
    # On white in dark surroundings, too, because most logos are dark.
    return (
        f'<img src="cid:logo" alt="{escape(head.site)}" height="32" '
        f'style="display:block;height:32px;width:auto;max-width:240px;padding:4px;border-radius:6px;'
        f'background:{_PAPER};border:0">'
        if head.logo
        else escape(head.site)
    )


def _body(body: str, button: str) -> str:
    """The blocks; the button stands below the first figures, or below the first sentence where there are none."""
    blocks = [list(_lines(block)) for block in re.split(r"\n\s*\n", body.strip())]
    parts = ["".join(_block(lines)) for lines in blocks]
    facts_at = [number for number, lines in enumerate(blocks) if any(one.kind == "fact" for one in lines)]
    place = facts_at[0] + 1 if facts_at else 1
    return "\n".join([*parts[:place], button, *parts[place:]])


def _lines(block: str) -> Iterator[_Line]:
    for line in block.splitlines():
        text = line.strip()
        if text.startswith("■ "):
            yield _Line("heading", text[2:])
        elif text.startswith("- "):
            yield _Line("item", text[2:])
        elif fact := _FACT.fullmatch(text):
            yield _Line("fact", fact["value"], fact["label"])
        elif text:
            yield _Line("text", text)


def _block(lines: list[_Line]) -> Iterator[str]:
    for kind, group in groupby(lines, key=lambda line: line.kind):
        run = list(group)
        match kind:
            case "heading":
                for line in run:
                    yield (
                        f'<h2 class="ink" style="margin:24px 0 8px;font-size:16px;line-height:24px;font-weight:700;'
                        f'color:{_INK}">{escape(line.text)}</h2>'
                    )
            case "item":
                items = "".join(f'<li style="margin:0 0 4px">{escape(line.text)}</li>' for line in run)
                yield (
                    f'<ul class="ink" style="margin:0 0 16px;padding:0 0 0 20px;font-size:15px;line-height:24px;'
                    f'color:{_INK}">{items}</ul>'
                )
            case "fact":
                yield from _facts(run)
            case _:
                yield _paragraph(" ".join(line.text for line in run))


def _facts(run: list[_Line]) -> Iterator[str]:
    yield from (_code(line.text) for line in run if line.label == CODE)
    if rows := "".join(_row(line) for line in run if line.label != CODE):
        yield (
            f'<table class="line" width="100%" cellpadding="0" cellspacing="0" border="0" '
            f'style="margin:0 0 16px;border-top:1px solid {_LINE}">{rows}</table>'
        )


def _row(line: _Line) -> str:
    cell = f"{_FONT};padding:9px 0;font-size:15px;line-height:23px;border-bottom:1px solid {_LINE}"
    return (
        f'<tr><th class="ink-2 line" scope="row" align="left" valign="top" width="34%" '
        f'style="{cell};padding-right:12px;font-weight:400;color:{_INK_2}">{escape(line.label)}</th>'
        f'<td class="ink line" align="left" valign="top" style="{cell};font-weight:600;'
        f'font-variant-numeric:tabular-nums;color:{_INK}">{escape(line.text)}</td></tr>'
    )


def _code(code: str) -> str:
    return (
        f'<p class="code" style="{_FONT};margin:0 0 16px;padding:16px;background:{_SURFACE};border-radius:10px;'
        f'font-size:13px;line-height:20px;text-align:center;color:{_INK}">{CODE}<br>'
        f'<b style="font-size:36px;line-height:48px;letter-spacing:0.16em;font-variant-numeric:tabular-nums">'
        f"{escape(code)}</b></p>"
    )


def _paragraph(text: str) -> str:
    return f'<p class="ink" style="margin:0 0 16px;font-size:15px;line-height:25px;color:{_INK}">{escape(text)}</p>'


def _button_of(message: Message, head: Letterhead) -> str:
    return _button(message.button_label, head.url + message.button_path) if message.button_label else ""


def _button(label: str, address: str) -> str:
    # Outlook ignores the padding of links, so its cell gets the same padding by a property that only it knows.
    return (
        '<table class="wide" role="presentation" cellpadding="0" cellspacing="0" border="0" '
        'style="margin:8px 0 24px"><tr>'
        f'<td class="button" bgcolor="{_ACCENT}" style="background:{_ACCENT};border-radius:10px;'
        'mso-padding-alt:14px 28px">'
        f'<a href="{escape(address)}" target="_blank" rel="noopener" style="{_FONT};display:inline-block;'
        f'padding:14px 28px;font-size:16px;line-height:24px;font-weight:600;color:#FFFFFF;text-decoration:none">'
        f"{escape(label)}</a></td></tr></table>"
    )
