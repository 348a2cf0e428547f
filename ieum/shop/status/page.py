"""The page, its style and its feed, the same at the shop and, as files, elsewhere: no script, and nobody's data."""

from datetime import UTC, date, datetime
from html import escape

from ieum.shop.kernel.seoul import SEOUL
from ieum.shop.kernel.xml_text import allowed
from ieum.shop.status import rules
from ieum.shop.status.types import Incident, Level, Part, PartState, Progress, Status

STATES: dict[PartState, str] = {"ok": "정상", "degraded": "일부 불편", "down": "이용 불가"}
WHOLE: dict[PartState, str] = {
    "ok": "모든 서비스를 정상적으로 이용하실 수 있습니다",
    "degraded": "일부 서비스 이용이 불편합니다",
    "down": "이용하실 수 없는 서비스가 있습니다",
}
LEVELS: dict[Level, str] = {"notice": "안내", "degraded": "일부 불편", "down": "이용 불가"}
PROGRESS: dict[Progress, str] = {
    "looking": "확인 중",
    "known": "원인 확인",
    "watching": "지켜보는 중",
    "over": "해결",
}
_ANNOUNCED: dict[Progress, str] = {**PROGRESS, "looking": LEVELS["notice"], "known": LEVELS["notice"]}
NOTHING = "지금 알려진 문제가 없습니다."
POLICY = "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

# The tokens of the shop's own look, without its build: this page has to stand alone.
STYLE = """\
:root{color-scheme:light dark;--paper:#fff;--surface:#f5f7f8;--ink:#10151c;--ink-2:#475063;--line:#dde2e8;
--accent:#006b63;--ok:#087f5b;--degraded:#9a5b00;--down:#c0362c}
@media (prefers-color-scheme:dark){:root{--paper:#0e1318;--surface:#161c23;--ink:#e8ecf1;--ink-2:#a5b0bf;
--line:#2a323c;--accent:#4fd1c0;--ok:#4ecb9b;--degraded:#e5b155;--down:#ff8a80}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);
font:400 16px/1.65 "Pretendard Variable",Pretendard,-apple-system,
"Apple SD Gothic Neo","Malgun Gothic","Noto Sans KR",sans-serif;word-break:keep-all;overflow-wrap:anywhere}
header,main,footer{max-width:720px;margin:0 auto;padding:0 20px}
header{padding-top:24px;padding-bottom:24px;display:flex;justify-content:space-between;align-items:center;gap:16px}
a{color:var(--accent);text-underline-offset:4px}
header a{display:inline-flex;align-items:center;min-height:44px;font-weight:600}
a:focus-visible{outline:2px solid var(--accent);outline-offset:2px;border-radius:4px}
h1{font-size:28px;line-height:1.35;letter-spacing:-.02em;margin:24px 0 8px}
h2{font-size:22px;line-height:1.35;letter-spacing:-.02em;margin:48px 0 16px}
h3{font-size:18px;line-height:1.35;margin:0}
p{margin:0}
.quiet,time{color:var(--ink-2);font-size:15px;font-variant-numeric:tabular-nums}
.parts{list-style:none;margin:24px 0 0;padding:0;border:1px solid var(--line);border-radius:14px}
.parts li{padding:16px 20px;display:flex;flex-wrap:wrap;justify-content:space-between;gap:4px 16px}
.parts li+li{border-top:1px solid var(--line)}
.parts p{flex-basis:100%;color:var(--ink-2);font-size:15px}
.state{font-weight:600;white-space:nowrap}
.state::before{content:"";display:inline-block;width:8px;height:8px;border-radius:4px;margin-right:8px;background:currentColor}
.ok{color:var(--ok)}.degraded{color:var(--degraded)}.down{color:var(--down)}.notice{color:var(--ink-2)}
article{border:1px solid var(--line);border-radius:14px;padding:20px;margin-top:16px}
article .state{font-size:15px}
article ol{list-style:none;margin:16px 0 0;padding:0;display:grid;gap:16px}
article li{padding-left:16px;border-left:2px solid var(--line)}
article li p{white-space:pre-line}
article li strong{font-weight:600;margin-right:8px}
.empty{background:var(--surface);border-radius:14px;padding:20px;color:var(--ink-2)}
footer{padding-top:48px;padding-bottom:72px}
.again{display:inline-flex;align-items:center;min-height:44px;margin-left:8px}
footer a{display:inline-flex;align-items:center;min-height:44px;margin-right:16px}
"""


def draw(status: Status, *, files: str) -> bytes:
    """The document. `files` is where style and feeds are, as seen from it."""
    title = f"{status.shop} 서비스 상태"
    worst = rules.worst(status.parts)
    open_ones = [incident for incident in status.incidents if incident.state != "over"]
    past = [incident for incident in status.incidents if incident.state == "over"]
    return f"""\
<!doctype html>
<html lang="ko">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(title)}</title>
<meta name="description" content="{escape(WHOLE[worst])}.">
<link rel="stylesheet" href="{files}status.css">
<link rel="alternate" type="application/atom+xml" title="{escape(title)}" href="{files}status.xml">
</head>
<body>
<header><a href="{escape(status.home)}/">{escape(status.shop)}</a></header>
<main>
<h1>{escape(WHOLE[worst])}</h1>
<p class="quiet">{_moment(status.made_at)} 기준 <a class="again" href="">새로고침</a></p>
<ul class="parts">{"".join(map(_part, status.parts))}</ul>
<h2>지금 알려진 문제</h2>
{"".join(map(_incident, open_ones)) or f'<p class="empty">{NOTHING}</p>'}
<h2>지난 90일</h2>
{"".join(map(_incident, past)) or '<p class="empty">지난 90일 동안 알려 드린 문제가 없습니다.</p>'}
</main>
<footer>
<p class="quiet">모든 시각은 한국 시각입니다. 여기에 없는 문제는 고객센터로 알려 주세요.</p>
{_support(status)}<p><a href="{files}status.xml">피드로 받아 보기</a><a href="{files}status.json">JSON</a></p>
</footer>
</body>
</html>
""".encode()


def write_feed(status: Status, *, address: str) -> bytes:
    """An Atom feed (RFC 4287), an entry for each update; `address` is where the page is."""
    entries = "".join(
        f"""<entry><id>{escape(address)}#i{incident.id}-{len(incident.updates) - place}</id>\
<title>[{_progress(incident)[update.state]}] {_text(incident.title)}</title>\
<updated>{_utc(update.said_at)}</updated><link href="{escape(address)}#i{incident.id}"/>\
<content type="text">{_text(update.words)}</content></entry>
"""
        for incident in status.incidents
        for place, update in enumerate(incident.updates)
    )
    newest = max((u.said_at for i in status.incidents for u in i.updates), default=status.made_at)
    return f"""<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom"><id>{escape(address)}</id><title>{_text(status.shop)} 서비스 상태</title>\
<author><name>{_text(status.shop)}</name></author><updated>{_utc(newest)}</updated><link href="{escape(address)}"/>
{entries}</feed>
""".encode()


def _text(text: str) -> str:
    """For the feed: what was said stays said, and one character that XML forbids would end it for everybody."""
    return escape(allowed(text))


def _part(part: Part) -> str:
    words = f"<p>{escape(part.words)}</p>" if part.words else ""
    return (
        f'<li><span>{escape(part.name)}</span><span class="state {part.state}">{STATES[part.state]}</span>'
        f"{words}</li>"
    )


def _incident(incident: Incident) -> str:
    is_over = incident.state == "over"
    words = _progress(incident)
    said = "".join(
        f"<li><strong>{words[update.state]}</strong><time>{_moment(update.said_at)}</time>"
        f"<p>{escape(update.words)}</p></li>"
        for update in incident.updates
    )
    about = ", ".join(rules.NAMES[part] for part in incident.parts)
    until = f" – {_until(incident.ended_at, incident.began_at)}" if incident.ended_at else "부터"
    mark = (
        '<span class="state ok">해결</span>'
        if is_over
        else (f'<span class="state {incident.level}">{LEVELS[incident.level]}</span>')
    )
    return (
        f'<article id="i{incident.id}"><h3>{escape(incident.title)}</h3>{mark}'
        f'<p class="quiet">{about} · {_moment(incident.began_at)}{until}</p><ol>{said}</ol></article>'
    )


def _progress(incident: Incident) -> dict[Progress, str]:
    """What is announced has no cause to be found."""
    return PROGRESS if incident.level != "notice" else _ANNOUNCED


def _support(status: Status) -> str:
    """How to reach the support from a page whose shop may be out of reach."""
    phone, mail = escape(status.phone), escape(status.mail)
    ways = (phone and f'<a href="tel:{phone}">{phone}</a>') + (mail and f'<a href="mailto:{mail}">{mail}</a>')
    return ways and f"<p>{ways}</p>\n"


def _until(at: datetime, began: datetime) -> str:
    """On the day of the beginning the time alone."""
    local, day = at.astimezone(SEOUL), began.astimezone(SEOUL).date()
    return f"{local:%H:%M}" if local.date() == day else _moment(at)


def _moment(at: datetime) -> str:
    local = at.astimezone(SEOUL)
    day: date = local.date()
    return f"{day.year}년 {day.month}월 {day.day}일 {local:%H:%M}"


def _utc(at: datetime) -> str:
    return at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
