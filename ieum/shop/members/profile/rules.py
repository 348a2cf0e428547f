"""Names the browser and system of a logged-in device. Pure."""

UNKNOWN_DEVICE = "알 수 없는 기기"

# The first match counts, because most browsers also carry the names of those they descend from.
_BROWSERS = (
    ("KAKAOTALK", "KakaoTalk"),
    ("NAVER(", "NAVER"),
    ("Whale/", "Whale"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("EdgA/", "Edge"),
    ("EdgiOS/", "Edge"),
    ("Edg/", "Edge"),
    ("OPR/", "Opera"),
    ("FxiOS/", "Firefox"),
    ("Firefox/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
)
_SYSTEMS = (
    ("iPhone", "iOS"),
    ("iPad", "iPadOS"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("CrOS", "ChromeOS"),
    ("Mac OS X", "macOS"),
    ("Linux", "Linux"),
)


def describe_device(user_agent: str) -> str:
    """Browser and system as far as they are known, such as "Chrome · Windows"."""
    browser = next((name for mark, name in _BROWSERS if mark in user_agent), None)
    system = next((name for mark, name in _SYSTEMS if mark in user_agent), None)
    return " · ".join(part for part in (browser, system) if part) or UNKNOWN_DEVICE
