"""The document of the console and the files of its build, which is apart from the shop's.

The document is the same for everybody and holds no data; what the screens show, they ask for themselves.
"""

import asyncio
from pathlib import Path

from litestar import Response, get
from litestar.params import FromPath

from ieum.shop.kernel.errors import NotFound
from ieum.shop.kernel.http import accepted_encodings
from ieum.shop.kernel.problems import AnyRequest
from ieum.shop.kernel.settings import Settings, SettingsError
from ieum.shop.pages.assets import media_type
from ieum.shop.pages.share_image_routes import FOREVER

# Nothing but our own files: the console uses no provider's script, and nobody may frame it.
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
_ENCODINGS = (("br", ".br"), ("gzip", ".gz"))


class ConsoleFiles:
    """The build of the console. Its files stay on the disk: few people ask for them. Raises SettingsError."""

    def __init__(self, settings: Settings) -> None:
        root = settings.web_dist / "console"
        index = root / "index.html"
        if not index.is_file():
            raise SettingsError(f"The console is not built: {root} has no index.html. Run `make web`.")
        self.document = index.read_bytes()
        self._files = {path.name: path for path in (root / "assets").glob("*") if path.is_file()}

    async def read(self, name: str, accepted: str) -> tuple[bytes, str] | None:
        """A file in the smallest form that the caller accepts, with its encoding; None where there is none."""
        path = self._files.get(name)
        if path is None:
            return None
        acceptable = accepted_encodings(accepted)
        for encoding, suffix in _ENCODINGS:
            smaller = self._files.get(name + suffix)
            if encoding in acceptable and smaller is not None:
                return await asyncio.to_thread(smaller.read_bytes), encoding
        return await asyncio.to_thread(path.read_bytes), ""


@get(
    ["/console", "/console/{path:path}"],
    include_in_schema=False,
    sync_to_thread=False,
)
def document(request: AnyRequest) -> Response[bytes]:
    """Serve one document for every screen; the browser draws what its address names."""
    files: ConsoleFiles = request.app.state.console_files
    return Response(
        files.document,
        media_type="text/html",
        headers={
            "Content-Security-Policy": POLICY,
            "Cache-Control": "private, no-store",
            "Cross-Origin-Opener-Policy": "same-origin",
            "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
            "Referrer-Policy": "same-origin",
            "X-Frame-Options": "DENY",
            "X-Robots-Tag": "noindex, nofollow",
        },
    )


@get("/console/assets/{name:str}", include_in_schema=False)
async def asset(request: AnyRequest, name: FromPath[str]) -> Response[bytes]:
    """A built file; its name holds a hash of its content, so it never changes."""
    files: ConsoleFiles = request.app.state.console_files
    found = await files.read(name, request.headers.get("accept-encoding", ""))
    if found is None or name.endswith((".br", ".gz")):
        raise NotFound
    body, encoding = found
    headers = {"Cache-Control": FOREVER, "Vary": "Accept-Encoding"}
    if encoding:
        headers["Content-Encoding"] = encoding
    return Response(body, media_type=media_type(Path(name)), headers=headers)


ROUTES = [document, asset]
