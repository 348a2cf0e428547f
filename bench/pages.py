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
CONSOLE = ROOT / "web" / "dist" / "console"
# Bytes, below which compressing a file gains nothing.
SMALL = 1_000
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
    sending = stage.bare("make_bytes", BENCH_BYTES=str(document), BENCH_KIND="text/html")
    # Safety costs headers, which any server would have to send.
    answering = stage.bare("make_answer", BENCH_BYTES=str(document), BENCH_HEADERS=str(own_headers))
    cached = alternate(
        {
            "ours": stage.press(stage.shop, lambda: CACHED),
            "bare": stage.press(sending, lambda: [get("/")]),
            "with headers": stage.press(answering, lambda: CACHED),
        },
        rounds=stage.rounds,
    )
    with_headers = {"ours": cached["ours"], "bare": cached["with headers"]}
    return [
        *rendered(stage),
        *rate_figures("home page, cached", cached, "  against the same bytes", aim=8_000),
        ratio("  against the same bytes with the same headers", with_headers),
    ]


def rendered(stage: Stage) -> list[Figure]:
    """The home page, drawn anew for each request, against the same script in V8 and gzip alone."""
    plain = stage.folder / "home.html"
    plain.write_bytes(gzip.decompress(stage.shop.answer("/", accept_encoding="gzip")[2]))
    script = str(CLIENT.parent / "server" / "render.js")
    bare = stage.bare("make_render", BENCH_SCRIPT=script, BENCH_DOCUMENT=str(plain))
    runs = alternate(
        {"ours": stage.press(stage.shop, lambda: UNCACHED), "bare": stage.press(bare, lambda: [get("/")])},
        rounds=stage.rounds,
    )
    return rate_figures("home page, rendered", runs, "  against React in V8 and gzip alone", aim=1_000)


def script(stage: Stage) -> list[Figure]:
    """The size in Brotli of every script that a first view loads, with its imports: of the home page and the console.

    The console's document names what all its screens need; a screen is a chunk that is loaded beside it.
    """
    home = _named(stage.shop, "/")
    frame = _named(stage.shop, "/console/login")
    return [
        _scripts(stage.shop, "the home page", home, CLIENT, base="/", aim=90),
        *(
            _scripts(
                stage.shop,
                f"the console at {name}",
                frame | {f"/console/{_manifest(CONSOLE)[screen]['file']}"},
                CONSOLE,
                base="/console/",
                aim=150,
            )
            for name, screen in (("login", "login/login.screen.tsx"), ("today", "today/today.screen.tsx"))
        ),
    ]


def _named(server: Server, path: str) -> set[str]:
    """The scripts that a document names."""
    return {one or other for one, other in SCRIPTS.findall(server.fetch(path)[1].decode())}


def _manifest(build: Path) -> dict[str, Any]:
    return json.loads((build / ".vite" / "manifest.json").read_text())


def _scripts(server: Server, where: str, named: set[str], build: Path, *, base: str, aim: float) -> Figure:
    manifest = _manifest(build)
    by_file = {f"{base}{entry['file']}": entry for entry in manifest.values()}
    wanted, todo = set(named), list(named)
    while todo:
        imports = by_file.get(todo.pop(), {}).get("imports", ())
        files = {f"{base}{manifest[name]['file']}" for name in imports} - wanted
        wanted |= files
        todo += files
    sizes = [len(_compressed(server, file, build / file.removeprefix(base))) for file in wanted]
    return Figure(
        what=f"JavaScript of {where}",
        value=sum(sizes) / 1000,
        unit="kB brotli",
        ours=f"{len(sizes)} files",
        aim=aim,
        at_most=True,
    )


def _compressed(server: Server, file: str, written: Path) -> bytes:
    status, body = server.fetch(file, accept_encoding="br")
    # The smallest chunks are sent as they are.
    if status != 200 or (len(body) >= written.stat().st_size > SMALL):
        raise RuntimeError(f"{file}: status {status}, not compressed")
    return body
