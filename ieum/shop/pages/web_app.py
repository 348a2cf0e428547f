"""The web build, loaded into this process: template, chunks, files, renderer."""

from collections import OrderedDict
from typing import Any

import msgspec

from ieum.shop.kernel.settings import Settings, SettingsError
from ieum.shop.pages import outage
from ieum.shop.pages.assets import Asset, load_assets
from ieum.shop.pages.document import Template, content_security_policy, cut, hashes_of_scripts
from ieum.shop.pages.kept_heads import KeptHeads
from ieum.shop.pages.share_image_cache import Pictures
from ieum.shop.pages.v8 import ListedPage, Plan, Renderer

PLANS_KEPT = 2_000
LISTINGS_KEPT = 20


class Site:
    """Web app as built. Raises SettingsError if it has not been built."""

    def __init__(self, settings: Settings) -> None:
        dist = settings.web_dist
        client, script = dist / "client", dist / "server" / "render.js"
        if not (client / "index.html").is_file() or not script.is_file():
            raise SettingsError(
                f"The web app is not built: {dist} has no client/ and server/. Run `make web`."
            )
        index = (client / "index.html").read_text(encoding="utf-8")
        self.template: Template = cut(index)
        self.outage: bytes = outage.write(self.template, status_url=settings.status_url)
        self.assets: dict[str, Asset] = load_assets(client)
        self.policy = content_security_policy(
            settings.toss_sdk_url,
            settings.identity.sdk_url if settings.identity else None,
            hashes_of_scripts(index),
        )
        self.renderer = Renderer(script)
        self.heads = KeptHeads()
        self.pictures = Pictures(dist / "server" / "fonts")
        self._manifest = msgspec.json.decode(
            (client / ".vite" / "manifest.json").read_bytes(), type=dict[str, dict[str, Any]]
        )
        self._plans: OrderedDict[tuple[str, tuple[str, ...]], Plan] = OrderedDict()
        self._listings: OrderedDict[tuple[str, ...], list[ListedPage]] = OrderedDict()

    def close(self) -> None:
        self.renderer.close()

    async def plan(self, url: str, switched_off: tuple[str, ...] = ()) -> Plan:
        """Cached by the address and by what the operator has switched off: a plan depends on nothing else."""
        key = url, switched_off
        plan = self._plans.get(key)
        if plan is None:
            plan = await self.renderer.plan(url, switched_off)
            _cache(self._plans, key, plan, PLANS_KEPT)
        return plan

    async def listing(self, switched_off: tuple[str, ...]) -> list[ListedPage]:
        """The fixed addresses that are open to search engines while these switches are off; cached."""
        listing = self._listings.get(switched_off)
        if listing is None:
            listing = await self.renderer.listing(switched_off)
            _cache(self._listings, switched_off, listing, LISTINGS_KEPT)
        return listing

    def chunks_of(self, modules: list[str]) -> list[str]:
        """The files of these modules and of everything they import, for preloading; the template has the entry."""
        files: dict[str, None] = {}
        todo = list(modules)
        while todo:
            chunk = self._manifest.get(todo.pop())
            if chunk is None or chunk.get("isEntry") or f"/{chunk['file']}" in files:
                continue
            files[f"/{chunk['file']}"] = None
            todo.extend(chunk.get("imports", ()))
        return list(files)


def _cache[K, V](cache: OrderedDict[K, V], key: K, value: V, limit: int) -> None:
    cache[key] = value
    if len(cache) > limit:
        cache.popitem(last=False)
