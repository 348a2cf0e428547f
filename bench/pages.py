"""Pages: freshly rendered, from the cache, and the size of their JavaScript."""

import gzip
import json
import re
from pathlib import Path
from typing import Any

from bench.api import rate_figures, ratio
from bench.figures import Figure, alternate
from bench.load import get
from bench.stage import ROOT, Server, Stage

CLIENT = ROOT / "web" / "dist" / "client"
# Only pages without a query are cached.
# Compressed, as browsers ask for them; the baselines compress in the same way.
UNCACHED = [get(f"/?v={number}", accept_encoding="gzip") for number in range(50)]
CACHED = [get("/", accept_encoding="gzip")]
# The server adds these itself.
BY_THE_SERVER = {"date", "server"}
SCRIPTS = re.compile(
    r'<script[^>]*type="module"[^>]*src="([^"]+)"|<link[^>]*rel="modulepreload"[^>]*href="([^"]+)"'
)


def pages(stage: Stage) -> list[Figure]:
    document = stage.folder / "home.html.gz"
    _, headers, body = stage.shop.answer("/", accept_encoding="gzip")
    document.write_bytes(body)
    own_headers = stage.folder / "home.headers.json"
    own_headers.write_text(json.dumps([pair for pair in headers if pair[0].lower() not in BY_THE_SERVER]))
    plain = stage.folder / "home.html"
    plain.write_bytes(gzip.decompress(document.read_bytes()))
    script = str(CLIENT.parent / "server" / "render.js")
    rendering = stage.bare("make_render", BENCH_SCRIPT=script, BENCH_DOCUMENT=str(plain))
    sending = stage.bare("make_bytes", BENCH_BYTES=str(document), BENCH_KIND="text/html")
    # Safety costs headers, which any server would have to send.
    answering = stage.bare("make_answer", BENCH_BYTES=str(document), BENCH_HEADERS=str(own_headers))
    rendered = alternate(
        {
            "ours": stage.press(stage.shop, lambda: UNCACHED),
            "bare": stage.press(rendering, lambda: [get("/")]),
        }
    )
    cached = alternate(
        {
            "ours": stage.press(stage.shop, lambda: CACHED),
            "bare": stage.press(sending, lambda: [get("/")]),
            "with headers": stage.press(answering, lambda: CACHED),
        }
    )
    with_headers = {"ours": cached["ours"], "bare": cached["with headers"]}
    return [
        *rate_figures("home page, rendered", rendered, "  against React in V8 and gzip alone", aim=1_000),
        *rate_figures("home page, cached", cached, "  against the same bytes", aim=8_000),
        ratio("  against the same bytes with the same headers", with_headers),
    ]


def script(stage: Stage) -> list[Figure]:
    """The size in Brotli of every script that the home page loads at its start, with their imports."""
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


def _compressed(server: Server, file: str) -> bytes:
    status, body = server.fetch(file, accept_encoding="br")
    if status != 200 or len(body) >= Path(CLIENT, file.lstrip("/")).stat().st_size:
        raise RuntimeError(f"{file}: status {status}, not compressed")
    return body
