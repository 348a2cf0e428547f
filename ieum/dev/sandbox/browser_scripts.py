"""The scripts that the shop's pages load in place of those of Toss and PortOne."""

from functools import cache
from pathlib import Path

import msgspec
from litestar import Response, get
from litestar.di import NamedDependency

from ieum.dev.sandbox.world import World

FOLDER = Path(__file__).parent
HEADERS = {
    # Shops on other origins load the scripts, some with `crossorigin` or under an embedder policy.
    "access-control-allow-origin": "*",
    "cross-origin-resource-policy": "cross-origin",
    "cache-control": "no-cache",
    "x-content-type-options": "nosniff",
}


@get("/toss/v2/standard")
async def toss_script(world: NamedDependency[World]) -> Response[str]:
    """The script with the known client keys in it, so that it can refuse any other."""
    known = {pair.client_key: {"billing": pair.billing} for pair in world.settings.key_pairs}
    return respond("toss/standard.js", "installTossPayments", known)


@get("/portone/v2/browser-sdk.js")
async def portone_script(world: NamedDependency[World]) -> Response[str]:
    """The script with the known store and channel in it, so that it can refuse any other."""
    settings = world.settings
    known = (settings.portone_store_id, settings.portone_channel_key)
    return respond("portone/browser-sdk.js", "installPortOne", *known)


def respond(name: str, install: str, *known: object) -> Response[str]:
    """A script in a scope of its own, with a call at its end that installs it."""
    arguments = ",".join(msgspec.json.encode(value).decode() for value in known)
    return Response(
        f"(() => {{\n{_source(name)}\n{install}({arguments})\n}})()\n",
        media_type="text/javascript",
        headers=HEADERS,
    )


@cache
def _source(name: str) -> str:
    return (FOLDER / name).read_text("utf-8")
