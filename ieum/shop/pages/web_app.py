"""The built web app as this process has it: template, chunks, files, renderer."""

from collections import OrderedDict
from pathlib import Path
from typing import Any

import msgspec

from ieum.shop.kernel.settings import Settings, SettingsError
from ieum.shop.pages.assets import Asset, load_assets
from ieum.shop.pages.document import Template, content_security_policy, cut
from ieum.shop.pages.share_images import Pictures
from ieum.shop.pages.v8 import ListedPage, Plan, Renderer

PLANS_KEPT = 2_000
LISTINGS_KEPT = 20


class Site:
    """Raises SettingsError where the web app has not been built."""

    def __init__(self, settings: Settings) -> None:
        dist = settings.web_dist
        client, script = dist / "client", dist / "server" / "render.js"
        if not (client / "index.html").is_file() or not script.is_file():
            raise SettingsError(
                f"The web app is not built: {dist} has no client/ and server/. Run `make web`."
            )
        self.template: Template = cut((client / "index.html").read_text(encoding="utf-8"))
        self.assets: dict[str, Asset] = load_assets(client)
        self.policy = content_security_policy(
            settings.toss_sdk_url, settings.identity.sdk_url if settings.identity else None
        )
        self.renderer = Renderer(script)
        self.pictures = Pictures(dist / "server" / "fonts")
        self._manifest = _read_manifest(client / ".vite" / "manifest.json")
        self._plans: OrderedDict[tuple[str, tuple[str, ...]], Plan] = OrderedDict()
        self._listings: OrderedDict[tuple[str, ...], list[ListedPage]] = OrderedDict()

    def close(self) -> None:
        self.renderer.close()

    async def plan(self, url: str, switched_off: tuple[str, ...] = ()) -> Plan:
        """The plan depends on the address and on what the operator has switched off, so it is kept by both."""
        key = url, switched_off
        found = self._plans.get(key)
        if found is None:
            found = await self.renderer.plan(url, switched_off)
            _keep(self._plans, key, found, PLANS_KEPT)
        return found

    async def listing(self, switched_off: tuple[str, ...]) -> list[ListedPage]:
        """The fixed addresses that anybody may find while these switches stand on no."""
        found = self._listings.get(switched_off)
        if found is None:
            found = await self.renderer.listing(switched_off)
            _keep(self._listings, switched_off, found, LISTINGS_KEPT)
        return found

    def chunks_of(self, modules: list[str]) -> list[str]:
        """The files of these modules and of all that they import, for preloading; the entry is in the template."""
        found: dict[str, None] = {}
        todo = list(modules)
        while todo:
            entry = self._manifest.get(todo.pop())
            if entry is None or entry.get("isEntry") or f"/{entry['file']}" in found:
                continue
            found[f"/{entry['file']}"] = None
            todo.extend(entry.get("imports", ()))
        return list(found)


def _keep[K, V](kept: OrderedDict[K, V], key: K, value: V, limit: int) -> None:
    kept[key] = value
    kept.move_to_end(key)
    while len(kept) > limit:
        kept.popitem(last=False)


def _read_manifest(path: Path) -> dict[str, dict[str, Any]]:
    return msgspec.json.decode(path.read_bytes(), type=dict[str, dict[str, Any]])
