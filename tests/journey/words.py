"""The words that a page shows, and which of them are not Korean."""

import re
from typing import Any

from playwright.sync_api import Page

# Names, units and formats that a Korean page writes in Latin letters, too.
LATIN = {
    *(
        "IP",
        "IPv",
        "VPN",
        "KT",
        "SK",
        "LG",
        "TCP",
        "UDP",
        "DNS",
        "QR",
        "CSV",
        "SMS",
        "PASS",
        "TOTP",
        "PC",
        "ID",
        "MB",
        # What a picture may be.
        "JPG",
        "PNG",
        "WebP",
        # Banks.
        "SC",
        "iM",
    ),
    *(
        "WireGuard",
        "Windows",
        "macOS",
        "iOS",
        "iPhone",
        "iPad",
        "Android",
        "Linux",
        "NetworkManager",
        "resolvconf",
        "systemd",
        "resolved",
        "MTU",
        "PPPoE",
        "Chrome",
        "Safari",
        "Edge",
    ),
    *(
        "Toss",
        "App",
        "Store",
        "Apple",
        "iCloud",
        "Finder",
        "Google",
        "Play",
        "Caps",
        "Lock",
        "Enter",
        "conf",
        "txt",
        "json",
        "sig",
    ),
    *("APK", "ARM", "LLC", "SHA"),
}


# What the eye meets and what is read out: texts, and the attributes that are. Commands, and the buttons of somebody
# else's program, stand in `code` as they are.
SEEN = """() => {
  const seen = (element) => element.checkVisibility({ visibilityProperty: true })
  let text = document.body.innerText
  for (const code of document.querySelectorAll('main code')) text = text.replace(code.innerText, ' ')
  const texts = [document.title, text]
  for (const element of document.querySelectorAll('[placeholder], [aria-label], [title], [alt]'))
    if (seen(element))
      for (const name of ['placeholder', 'aria-label', 'title', 'alt'])
        texts.push(element.getAttribute(name) ?? '')
  return texts.join('\\n')
}"""


def foreign(page: Page) -> list[str]:
    """Latin words on the screen that are no names."""
    seen: Any = page.evaluate(SEEN)
    # Addresses of mail and pages, what a member is called and an order's number are nobody's language.
    text = re.sub(r"\S+@\S+|https?://\S+|visi(?:tor)?[\d*]+|localhost\S*|\b\d{8}-\w+", " ", str(seen))
    return sorted({word for word in re.findall(r"[A-Za-z]{2,}", text) if word not in LATIN})
