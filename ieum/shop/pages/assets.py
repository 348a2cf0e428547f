"""The files of the web build, held in memory, with the compressed forms that the build made."""

import mimetypes
from pathlib import Path

import msgspec

from ieum.shop.kernel.http import accepted_encodings

_ENCODINGS = (("br", ".br"), ("gzip", ".gz"))


class Asset(msgspec.Struct, frozen=True):
    media_type: str
    plain: bytes
    compressed: dict[str, bytes]

    def negotiate(self, accepted: str) -> tuple[bytes, str]:
        """The smallest form that the caller accepts, and its encoding ("" for none)."""
        acceptable = accepted_encodings(accepted)
        for encoding, _ in _ENCODINGS:
            if encoding in acceptable and encoding in self.compressed:
                return self.compressed[encoding], encoding
        return self.plain, ""


def load_assets(root: Path) -> dict[str, Asset]:
    """Every file under `assets/`, by its path from the root."""
    return {
        f"/{path.relative_to(root).as_posix()}": Asset(
            media_type(path),
            path.read_bytes(),
            {
                encoding: sibling.read_bytes()
                for encoding, suffix in _ENCODINGS
                if (sibling := path.with_name(path.name + suffix)).is_file()
            },
        )
        for path in sorted((root / "assets").rglob("*"))
        if path.is_file() and path.suffix not in {".br", ".gz"}
    }


def media_type(path: Path) -> str:
    """Without a character set, which the framework adds to text types."""
    fixed = {".js": "text/javascript", ".woff2": "font/woff2", ".css": "text/css"}
    return fixed.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
