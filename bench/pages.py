"""Pages: rendered anew, rendered once and kept, and what the browser has to load for them."""

import json
import re
import statistics
from pathlib import Path
from typing import Any

from bench.api import say
from bench.figures import Figure, alternate, median_ratio
from bench.load import Run, get
from bench.stage import ROOT, Server, Stage

CLIENT = ROOT / "web" / "dist" / "client"
# A page is kept under its bare address alone.
ANEW = [get(f"/?v={number}") for number in range(50)]
SCRIPTS = re.compile(
    r'<script[^>]*type="module"[^>]*src="([^"]+)"|<link[^>]*rel="modulepreload"[^>]*href="([^"]+)"'
)


def pages(stage: Stage) -> list[Figure]:
    document = stage.folder / "home.html"
    document.write_bytes(stage.shop.fetch("/")[1])
    seed = stage.folder / "home.json"
    seed.write_text(_seed(document.read_text()))
    script = str(CLIENT.parent / "server" / "render.js")
    drawing = stage.bare("make_render", BENCH_SCRIPT=script, BENCH_SEED=str(seed))
    sending = stage.bare("make_bytes", BENCH_BYTES=str(document), BENCH_KIND="text/html")
    anew = alternate(
        {
            "ours": stage.press(stage.shop, lambda: ANEW),
            "bare": stage.press(drawing, lambda: [get("/")]),
        }
    )
    kept = alternate(
        {
            "ours": stage.press(stage.shop, lambda: [get("/")]),
            "bare": stage.press(sending, lambda: [get("/")]),
        }
    )
    return [
        *_figures("home page, rendered", anew, "  against React in V8 alone", aim=1_000),
        *_figures("home page, kept", kept, "  against the same bytes", aim=8_000),
    ]


def script(stage: Stage) -> list[Figure]:
    """Brotli bytes of every script that the home page starts with, what they import included."""
    document = stage.shop.fetch("/")[1].decode()
    wanted = {one or other for one, other in SCRIPTS.findall(document)}
    manifest: dict[str, Any] = json.loads((CLIENT / ".vite" / "manifest.json").read_text())
    by_file = {f"/{entry['file']}": entry for entry in manifest.values()}
    todo = list(wanted)
    while todo:
        imports = by_file.get(todo.pop(), {}).get("imports", ())
        files = {f"/{manifest[name]['file']}" for name in imports} - wanted
        wanted |= files
        todo += files
    sizes = [len(_compressed(stage.shop, file)) for file in wanted]
    return [
        Figure(
            what="JavaScript of the home page",
            value=sum(sizes) / 1000,
            unit="kB brotli",
            ours=f"{len(sizes)} files",
            aim=90,
            at_most=True,
        )
    ]


def _figures(what: str, runs: dict[str, list[Run]], against: str, *, aim: float) -> list[Figure]:
    ours, bare = ([run.core_rate for run in runs[name]] for name in ("ours", "bare"))
    return [
        Figure(
            what=what,
            value=statistics.median(ours),
            unit="/s",
            ours=say(runs["ours"]),
            baseline=say(runs["bare"]),
            aim=aim,
        ),
        Figure(what=against, value=median_ratio(ours, bare)),
    ]


def _seed(document: str) -> str:
    """The data that a document came with."""
    return document.partition('id="ieum-data">')[2].partition("</script>")[0]


def _compressed(server: Server, file: str) -> bytes:
    status, body = server.fetch(file, accept_encoding="br")
    if status != 200 or len(body) >= Path(CLIENT, file.lstrip("/")).stat().st_size:
        raise RuntimeError(f"{file}: status {status}, not compressed")
    return body
