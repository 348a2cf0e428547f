"""Rules for stored visits and browser errors, and for what may be blocked. Pure."""

import hashlib
import re
from ipaddress import IPv4Network, IPv6Network
from urllib.parse import unquote_to_bytes

from ieum.shop.site.types import ClientError, ScrubbedError, Visit, VisitRow

# The parameters of spec section 7, and those that Naver, Google and Kakao add to landing URLs.
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
# The parameters that name a campaign: the advertiser's own name first, then Naver's ad group, then Naver's type.
CAMPAIGN = ("utm_campaign", "n_ad_group", "n_campaign_type")

# The shortest prefixes that may be blocked, by IP version, and how many; the table has the same limits.
WIDEST = {4: 8, 6: 19}
MOST_BLOCKED = 10_000

URL_LENGTH, WORD_LENGTH, AD_LENGTH, HOST_LENGTH = 2000, 200, 400, 253
PARAMETERS_READ = 100

# The parameter of each search engine's URLs that holds the search words.
_ENGINES = (
    (re.compile(r"(?:^|\.)naver\.com$"), "query"),
    (re.compile(r"(?:^|\.)daum\.net$"), "q"),
    (re.compile(r"(?:^|\.)bing\.com$"), "q"),
    (re.compile(r"(?:^|\.)google\.[a-z]{2,3}(?:\.[a-z]{2})?$"), "q"),
    (re.compile(r"(?:^|\.)zum\.com$"), "query"),
    (re.compile(r"(?:^|\.)nate\.com$"), "q"),
)
_HOST = re.compile(r"[a-z][a-z0-9+.-]{0,20}://(?:[^/?#@]*@)?([^/:?#@]+)", re.IGNORECASE)

# What matches is stored as the robot's name. First the robots of search and advertising services, then general
# words. The Daum app's browser ("DaumApps") and Cubot phones ("CUBOT") are people and must not match.
_ROBOT = re.compile(
    r"yeti|ads-naver|blueno|naverbot|adsbot-google|mediapartners-google|google-inspectiontool|googlebot"
    r"|adidxbot|bingpreview|bingbot|daumoa|\bdaum(?=/)|kakaotalk-scrap|facebookexternalhit|zumbot"
    r"|headless\w*|phantomjs|lighthouse|python-\w+|curl(?=/)|wget(?=/)|go-http-client|java(?=/)|okhttp"
    r"|\b\w*(?<!\bcu)bot\b|\w*crawler|\w*spider|\bslurp",
    re.IGNORECASE,
)
# Control characters; NUL is among them, which PostgreSQL refuses in a text.
_CONTROL = dict.fromkeys([*range(32), 127])
_CONTROL_BUT_LINES = {code: None for code in _CONTROL if code != ord("\n")}


def read_visit(visit: Visit, *, caller: str, user_agent: str) -> VisitRow:
    """Turn a visit into its row. The keyword is the one sent, or else one from the landing URL or the referrer."""
    landing, referrer = visit.landing_url.translate(_CONTROL), visit.referrer_url.translate(_CONTROL)
    ad = {name: value[:AD_LENGTH] for name, value in _parameters(landing).items() if name in AD_PARAMETERS}
    host = _host_of(referrer)
    keyword = visit.keyword.translate(_CONTROL).strip() or ad.get("n_query") or ad.get("n_keyword")
    return VisitRow(
        ip_address=caller,
        referrer_url=referrer[:URL_LENGTH],
        referrer_host=host,
        landing_url=landing[:URL_LENGTH],
        keyword=(keyword or _search_words(host, referrer))[:WORD_LENGTH],
        campaign=next((ad[name] for name in CAMPAIGN if name in ad), "")[:WORD_LENGTH],
        ad=ad,
        robot=robot_of(user_agent),
    )


def robot_of(user_agent: str) -> str:
    """Return the robot's name; empty for what may be a person, "nameless" where there is no user agent."""
    if not user_agent:
        return "nameless"
    match = _ROBOT.search(user_agent[:500])
    return match[0].lower()[:40] if match else ""


def _host_of(url: str) -> str:
    match = _HOST.match(url)
    return match[1].lower()[:HOST_LENGTH] if match else ""


def _search_words(host: str, referrer: str) -> str:
    parameter = next((name for engine, name in _ENGINES if engine.search(host)), None)
    return _parameters(referrer).get(parameter, "") if parameter else ""


def _parameters(url: str) -> dict[str, str]:
    """Read a URL's parameters that are not empty; the first of those with the same name."""
    query = url.partition("#")[0].partition("?")[2]
    parameters = dict[str, str]()
    for pair in query.split("&", PARAMETERS_READ)[:PARAMETERS_READ] if query else ():
        name, _, value = pair.partition("=")
        if value and name not in parameters and (text := _decoded(value)):
            parameters[name] = text
    return parameters


def _decoded(value: str) -> str:
    """Decode UTF-8, or CP949 as in older Korean links; bytes that are neither become replacement characters."""
    raw = unquote_to_bytes(value.replace("+", " "))
    for encoding in ("utf-8", "cp949"):
        try:
            return raw.decode(encoding).translate(_CONTROL).strip()
        except UnicodeDecodeError:
            continue
    return raw.decode("utf-8", "replace").translate(_CONTROL).strip()


# Patterns of personal data, and what replaces them. Every repetition is bounded, so that a long text does not
# take long.
_PERSONAL_DATA = (
    # Mail addresses, also with an encoded @.
    (re.compile(r"[\w.+-]{1,64}(?:@|%40)[\w-]{1,63}(?:\.[\w-]{1,63}){1,5}"), "…"),
    # Queries and fragments of URLs.
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
    """Remove what may identify a person, and shorten the text to `length`."""
    # Also shortened before, so that the patterns do not search text that is cut off anyway.
    text = text[: 2 * length].replace("\r\n", "\n").translate(_CONTROL_BUT_LINES)
    for pattern, replacement in _PERSONAL_DATA:
        text = pattern.sub(replacement, text)
    return text[:length].strip()


def scrub_error(error: ClientError) -> ScrubbedError:
    """Remove personal data from an error, and give errors of one kind the same fingerprint.

    Errors are of one kind if their message and stack are the same but for numbers and the hashes in file names.
    """
    message = scrub(error.message, length=500).replace("\n", " ")
    stack = scrub(error.stack, length=4000)
    kind = _NUMBER.sub("0", _HASH_OF_FILE.sub("", f"{message}\n{stack}"))
    return ScrubbedError(
        fingerprint=hashlib.sha256(kind.encode()).hexdigest()[:16],
        message=message,
        stack=stack,
        path=scrub(error.path, length=200).replace("\n", ""),
        release=error.release,
    )


def is_too_wide(network: IPv4Network | IPv6Network) -> bool:
    """Tell whether blocking the network would keep out too much of the world."""
    return network.prefixlen < WIDEST[network.version]
