"""The browser script that the shop's page loads in place of the provider's."""

from functools import cache
from pathlib import Path

import msgspec
from litestar import Response, get
from litestar.di import NamedDependency

from ieum.sandbox.world import World

SOURCE = Path(__file__).parent / "standard.js"
HEADERS = {
    # Pages elsewhere load it, some with `crossorigin` or under an embedder policy.
    "access-control-allow-origin": "*",
    "cross-origin-resource-policy": "cross-origin",
    "cache-control": "no-cache",
    "x-content-type-options": "nosniff",
}


@cache
def source() -> str:
    return SOURCE.read_text("utf-8")


@get("/toss/v2/standard")
async def standard_script(world: NamedDependency[World]) -> Response[str]:
    """The script, told which client keys exist, so that it refuses others without asking."""
    known = msgspec.json.encode(
        {pair.client_key: {"billing": pair.billing} for pair in world.settings.key_pairs}
    ).decode()
    return Response(
        f"(() => {{\n{source()}\ninstallTossPayments({known})\n}})()\n",
        media_type="text/javascript",
        headers=HEADERS,
    )
