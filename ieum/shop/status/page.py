"""The page, the same at the shop and, as a file, elsewhere: no script, and nobody's data."""

from datetime import date, datetime
from html import escape
from urllib.parse import quote

from ieum.shop.kernel.seoul import SEOUL
from ieum.shop.status import frame, history, rules, style
from ieum.shop.status.types import Frame, Incident, Part, Status
from ieum.shop.status.words import LEVELS, NOTHING, PARTS, STATES, WHOLE, progress_of

POLICY = (
    f"default-src 'none'; style-src 'sha256-{style.SHA256}'; img-src data:; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)
TITLE = "서비스 상태"
# So many incidents that are over are told in full, and the first of them unfolded; the others have a line each.
PAST_IN_FULL, UNFOLDED = 20, 3
# Of each incident, the newest.
UPDATES = 20
ICON = "data:image/svg+xml," + quote(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#006B63"/>'
    '<g fill="none" stroke="#fff" stroke-width="2.5"><circle cx="9.5" cy="16" r="3.5"/>'
    '<circle cx="22.5" cy="16" r="3.5" fill="#fff"/><path d="M13 16h6"/></g></svg>',
    safe="/:=' ",
).replace(" ", "%20")


def draw(status: Status, around: Frame, *, address: str) -> bytes:
    """The document. `address` is where the page is and, below it, its feeds."""
    title = f"{status.shop} | {TITLE}"
    worst = rules.worst(status.parts)
    open_ones = [incident for incident in status.incidents if incident.state != "over"]
    past = [incident for incident in status.incidents if incident.state == "over"]
    feeds = escape(address.partition("?")[0].rstrip("/"))
    return f"""\
<!doctype html>
<html lang="ko">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<meta name="theme-color" content="#FFFFFF" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="#0E1318" media="(prefers-color-scheme: dark)">
<meta name="format-detection" content="telephone=no">
<title>{escape(title)}</title>
<meta name="description" content="{escape(WHOLE[worst])}.">
<link rel="icon" type="image/svg+xml" href="{ICON}">
<link rel="alternate" type="application/atom+xml" title="{escape(title)}" href="{feeds}/status.xml">
<style>{style.SHEET}</style>
</head>
<body>
{frame.header(around)}
<main id="content" tabindex="-1"><div class="page">
<p class="kind">{TITLE}</p>
<h1>{escape(WHOLE[worst])}</h1>
<p class="quiet">{_moment(status.made_at)} 기준 <a class="again" href="">새로고침</a></p>
<ul class="card parts">{"".join(map(_part, status.parts))}</ul>
<h2>지금 알려진 문제</h2>
{"".join(map(_open, open_ones)) or f'<p class="empty">{NOTHING}</p>'}
<h2>지난 {history.DAYS}일</h2>
{history.draw(status.days, status.made_at.astimezone(SEOUL).date())}
<h2>지난 문제</h2>
{_past(past)}
<p class="quiet closing">모든 시각은 한국 시각입니다. 여기에 없는 문제는 고객센터로 알려 주세요.</p>
<p class="feeds"><a href="{feeds}/status.xml">피드로 받아 보기</a><a href="{feeds}/status.json">JSON</a></p>
</div></main>
{frame.footer(around)}
</body>
</html>
""".encode()


def _past(past: list[Incident]) -> str:
    if not past:
        return f'<p class="empty">지난 {history.DAYS}일 동안 알려 드린 문제가 없습니다.</p>'
    older = "".join(
        f'<li id="i{one.id}"><p>{escape(one.title)}</p><p class="quiet">{_about(one)}</p></li>'
        for one in past[PAST_IN_FULL:]
    )
    full = "".join(_over(one, is_unfolded=place < UNFOLDED) for place, one in enumerate(past[:PAST_IN_FULL]))
    return full + (older and f'<ul class="card older">{older}</ul>')


def _part(part: Part) -> str:
    words = f"<p>{escape(part.words)}</p>" if part.words else ""
    return (
        f'<li><span>{escape(part.name)}</span><span class="state {part.state}">{STATES[part.state]}</span>'
        f"{words}</li>"
    )


def _open(incident: Incident) -> str:
    return f'<article id="i{incident.id}">{_head(incident)}{_said(incident)}</article>'


def _over(incident: Incident, *, is_unfolded: bool) -> str:
    return (
        f'<article id="i{incident.id}"><details{" open" * is_unfolded}><summary><div>{_head(incident)}</div>'
        f"{frame.icon(frame.DOWN)}</summary>{_said(incident)}</details></article>"
    )


def _head(incident: Incident) -> str:
    mark = (
        '<span class="state ok">해결</span>'
        if incident.state == "over"
        else f'<span class="state {incident.level}">{LEVELS[incident.level]}</span>'
    )
    return f'<h3>{escape(incident.title)}</h3>{mark}<p class="quiet">{_about(incident)}</p>'


def _said(incident: Incident) -> str:
    words = progress_of(incident)
    said = "".join(
        f"<li><strong>{words[update.state]}</strong><time>{_moment(update.said_at)}</time>"
        f"<p>{escape(update.words)}</p></li>"
        for update in incident.updates[:UPDATES]
    )
    more = len(incident.updates) - UPDATES
    return f"<ol>{said}{f'<li class="quiet">먼저 알려 드린 {more}건은 줄였습니다.</li>' if more > 0 else ''}</ol>"


def _about(incident: Incident) -> str:
    """Write which parts an incident is about, and from when until when."""
    about = ", ".join(PARTS[part] for part in incident.parts)
    until = f" – {_until(incident.ended_at, incident.began_at)}" if incident.ended_at else "부터"
    return f"{about} · {_moment(incident.began_at)}{until}"


def _until(at: datetime, began: datetime) -> str:
    """On the day of the beginning the time alone."""
    local, day = at.astimezone(SEOUL), began.astimezone(SEOUL).date()
    return f"{local:%H:%M}" if local.date() == day else _moment(at)


def _moment(at: datetime) -> str:
    local = at.astimezone(SEOUL)
    day: date = local.date()
    return f"{day.year}년 {day.month}월 {day.day}일 {local:%H:%M}"
