"""The pages that there are, as the web app's own table has them: a new one is walked without being named here."""

from pathlib import Path
from typing import NamedTuple

ROUTES = Path(__file__).parents[2] / "web" / "src" / "routes.ts"
# What a page is asked with where its bare address is nothing anybody would see.
QUERIES = {
    "/static-ip/payment/normal/fail": "?code=PAY_PROCESS_CANCELED",
    "/static-ip/payment/billing/fail": "?code=PAY_PROCESS_CANCELED",
    "/support/search": "?q=%ED%99%98%EB%B6%88",
}
# One that there is, for a page whose address names something.
EXAMPLES = {
    "/support/notice/:slug": "/support/notice/office-networks",
}


class Row(NamedTuple):
    path: str
    members_only: bool

    @property
    def address(self) -> str:
        return EXAMPLES.get(self.path, self.path) + QUERIES.get(self.path, "")


def rows() -> list[Row]:
    found = [
        Row(path, "auth: 'member'" in rest)
        for path, _, rest in (part.partition("'") for part in ROUTES.read_text().split("path: '")[1:])
        if path != "*"
    ]
    assert len(found) > 5, "the table of pages is not where it was"
    return found


PUBLIC = [row.address for row in rows() if not row.members_only] + ["/no-such-page"]
# What belongs to one member alone has no example: the test of its own page makes one.
MEMBERS = [row.address for row in rows() if row.members_only and ":" not in row.address]
