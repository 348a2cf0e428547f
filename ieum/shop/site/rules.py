"""What is read from a visit and what is left of an error, decided without asking anybody."""

import hashlib
import re
from urllib.parse import unquote_to_bytes

from ieum.shop.site.types import ClientError, KeptError, Visit, VisitRow

# Spec section 7 and what Naver, Google and Kakao add to a landing address by themselves.
AD_PARAMETERS = frozenset(
    {
        "n_media",
        "n_query",
        "n_keyword",
        "n_keyword_id",
        "n_ad",
        "n_ad_group",
        "n_rank",
        "n_campaign_type",
        "n_ad_group_type",
        "n_match",
        "NaPm",
        "utm_source",
        "utm_medium",
        "utm_campaign",
        "utm_term",
        "utm_content",
        "utm_id",
        "gclid",
        "gbraid",
        "wbraid",
        "DMKW",
    }
)
# What an advertiser tells campaigns apart by: their own word first, then Naver's group, then Naver's kind.
CAMPAIGN = ("utm_campaign", "n_ad_group", "n_campaign_type")

URL_LENGTH, WORD_LENGTH, AD_LENGTH, HOST_LENGTH = 2000, 200, 400, 253
PARAMETERS_READ = 100

# Which parameter of a search engine's address holds what was typed.
_ENGINES = (
    (re.compile(r"(?:^|\.)naver\.com$"), "query"),
    (re.compile(r"(?:^|\.)daum\.net$"), "q"),
    (re.compile(r"(?:^|\.)bing\.com$"), "q"),
    (re.compile(r"(?:^|\.)google\.[a-z]{2,3}(?:\.[a-z]{2})?$"), "q"),
    (re.compile(r"(?:^|\.)zum\.com$"), "query"),
    (re.compile(r"(?:^|\.)nate\.com$"), "q"),
)
_HOST = re.compile(r"[a-z][a-z0-9+.-]{0,20}://(?:[^/?#@]*@)?([^/:?#@]+)", re.IGNORECASE)

# The name that is noted is what matched. Those who send people here first, then the usual words; a browser of
# the Daum app says "DaumApps" and a phone "CUBOT", and both are people.
_ROBOT = re.compile(
    r"yeti|ads-naver|blueno|naverbot|adsbot-google|mediapartners-google|google-inspectiontool|googlebot"
    r"|adidxbot|bingpreview|bingbot|daumoa|\bdaum(?=/)|kakaotalk-scrap|facebookexternalhit|zumbot"
    r"|headless\w*|phantomjs|lighthouse|python-\w+|curl(?=/)|wget(?=/)|go-http-client|java(?=/)|okhttp"
    r"|\b\w*(?<!\bcu)bot\b|\w*crawler|\w*spider|\bslurp",
    re.IGNORECASE,
)
# Control characters, NUL among them, which no text of the database may hold.
_CONTROL = dict.fromkeys([*range(32), 127])
_CONTROL_BUT_LINES = {code: None for code in _CONTROL if code != ord("\n")}


def read_visit(visit: Visit, *, caller: str, user_agent: str) -> VisitRow:
    """The address is the one we saw. The keyword is what the browser found, else what its addresses say."""
    landing, referrer = visit.landing_url.translate(_CONTROL), visit.referrer_url.translate(_CONTROL)
    ad = {name: value[:AD_LENGTH] for name, value in _parameters(landing).items() if name in AD_PARAMETERS}
    host = _host_of(referrer)
    keyword = visit.keyword.translate(_CONTROL).strip() or ad.get("n_query") or ad.get("n_keyword")
    return VisitRow(
        ip_address=caller,
        referrer_url=referrer[:URL_LENGTH],
        referrer_host=host,
        landing_url=landing[:URL_LENGTH],
        keyword=(keyword or _typed(host, referrer))[:WORD_LENGTH],
        campaign=next((ad[name] for name in CAMPAIGN if name in ad), "")[:WORD_LENGTH],
        ad=ad,
        robot=robot_of(user_agent),
    )


def robot_of(user_agent: str) -> str:
    """The name of the robot that says so; empty for what may be a person, "nameless" for who says nothing."""
    if not user_agent:
        return "nameless"
    found = _ROBOT.search(user_agent[:500])
    return found[0].lower()[:40] if found else ""


def _host_of(url: str) -> str:
    found = _HOST.match(url)
    return found[1].lower()[:HOST_LENGTH] if found else ""


def _typed(host: str, referrer: str) -> str:
    parameter = next((name for engine, name in _ENGINES if engine.search(host)), None)
    return _parameters(referrer).get(parameter, "") if parameter else ""


def _parameters(url: str) -> dict[str, str]:
    """Those of a URL that say something; of one that is there twice, the first."""
    query = url.partition("#")[0].partition("?")[2]
    found = dict[str, str]()
    for pair in query.split("&", PARAMETERS_READ)[:PARAMETERS_READ] if query else ():
        name, _, value = pair.partition("=")
        if value and name not in found and (text := _decoded(value)):
            found[name] = text
    return found


def _decoded(value: str) -> str:
    """UTF-8; older Korean links come in the code page that was usual before. What is neither is made harmless."""
    raw = unquote_to_bytes(value.replace("+", " "))
    for encoding in ("utf-8", "cp949"):
        try:
            return raw.decode(encoding).translate(_CONTROL).strip()
        except UnicodeDecodeError:
            continue
    return raw.decode("utf-8", "replace").translate(_CONTROL).strip()


# What may be about a person, and what goes in its place. Every repetition has a limit: a long text must not
# take long.
_ABOUT_PEOPLE = (
    # Mail addresses, also with their @ encoded.
    (re.compile(r"[\w.+-]{1,64}(?:@|%40)[\w-]{1,63}(?:\.[\w-]{1,63}){1,5}"), "…"),
    # Queries and fragments of addresses.
    (re.compile(r"[?#][^\s'\"<>()]+"), ""),
    (re.compile(r"\b\d{1,3}(?:\.\d{1,3}){3}\b"), "…"),
    # Tokens and keys.
    (re.compile(r"[A-Za-z0-9+/]{43}=|[A-Za-z0-9_-]{32,}"), "…"),
    # Telephone, business and card numbers, with hyphens or without.
    (re.compile(r"\d(?:[ -]?\d){5,}"), "…"),
)
_HASH_OF_FILE = re.compile(r"-[A-Za-z0-9_-]{8}(?=\.(?:js|css)\b)")
_NUMBER = re.compile(r"\d+")


def scrub(text: str, *, length: int) -> str:
    """Without anything that may be about a person, and no longer than that."""
    # Cut before too: what comes after is not worth looking at.
    text = text[: 2 * length].replace("\r\n", "\n").translate(_CONTROL_BUT_LINES)
    for what, instead in _ABOUT_PEOPLE:
        text = what.sub(instead, text)
    return text[:length].strip()


def keep_error(error: ClientError) -> KeptError:
    """Alike are errors whose words and frames are, whatever the numbers in them and whatever the release."""
    message = scrub(error.message, length=500).replace("\n", " ")
    stack = scrub(error.stack, length=4000)
    alike = _NUMBER.sub("0", _HASH_OF_FILE.sub("", f"{message}\n{stack}"))
    return KeptError(
        fingerprint=hashlib.sha256(alike.encode()).hexdigest()[:16],
        message=message,
        stack=stack,
        path=scrub(error.path, length=200).replace("\n", ""),
        release=error.release,
    )
