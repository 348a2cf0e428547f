"""Every page of the web app, as its server build declares them: a new one is walked without being named here."""

from pathlib import Path

import msgspec
from py_mini_racer import MiniRacer, init_mini_racer

from ieum.shop.pages.v8 import FLAGS

SERVER_BUILD = Path(__file__).parents[2] / "web" / "dist" / "server" / "render.js"
# What a page is asked with where its bare address is nothing anybody would see.
QUERIES = {
    "/static-ip/payment/normal/fail": "?code=PAY_PROCESS_CANCELED",
    "/static-ip/payment/billing/fail": "?code=PAY_PROCESS_CANCELED",
    "/support/search": "?q=%ED%99%98%EB%B6%88",
}
# One that there is, for a page whose address names something.
EXAMPLES = {
    "/support/notice/:slug": "/support/notice/office-networks",
    # A link of nobody's: the page is there, and says after the press that there is none.
    "/r/:token": "/r/" + "0" * 64,
}


class DeclaredPage(msgspec.Struct):
    path: str
    # The component that draws it, below `web/src`: the first part is the page's folder.
    file: str = ""
    auth: str = "public"
    # Whether sub-ids have a member's page, too, or they alone.
    sub_ids: str = msgspec.field(name="subIds", default="")

    @property
    def address(self) -> str:
        return EXAMPLES.get(self.path, self.path) + QUERIES.get(self.path, "")


def declared_pages() -> list[DeclaredPage]:
    # The first in a process decides for all, and tests of the shop's own look at what it keeps.
    init_mini_racer(flags=FLAGS, ignore_duplicate_init=True)
    v8 = MiniRacer()
    try:
        v8.eval(SERVER_BUILD.read_text(encoding="utf-8"))
        pages = v8.eval("JSON.stringify(PAGES)")
    finally:
        v8.close()
    return msgspec.json.decode(str(pages), type=list[DeclaredPage])


_PAGES = declared_pages()
PUBLIC = [page.address for page in _PAGES if page.auth != "member"] + ["/no-such-page"]
# What belongs to one member alone has no example: the test of its own page makes one.
MEMBERS = [
    page.address
    for page in _PAGES
    if page.auth == "member" and ":" not in page.address and page.sub_ids in {"", "too"}
]
# The path, and whether its visitor is logged in; the header and some buttons differ for members.
VISITS = [
    *((path, False) for path in PUBLIC),
    *((path, True) for path in ("/", "/static-ip", *MEMBERS)),
]
