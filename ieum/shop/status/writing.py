"""The status page as files, for a host that stands while the shop does not."""

import os
from datetime import datetime
from pathlib import Path

import msgspec
from msgspec import structs

from ieum.shop.status import feed, page, rules
from ieum.shop.status.types import Frame, Status


def write(status: Status, around: Frame, folder: Path, *, address: str) -> None:
    """Write page, JSON, feed and frame; each is replaced whole, so that nobody is served half of one."""
    folder.mkdir(parents=True, exist_ok=True)
    files = {
        "frame.json": msgspec.json.encode(around),
        "status.json": msgspec.json.encode(status),
        "status.xml": feed.write(status, address=address),
        "index.html": page.draw(status, around, address=address),
    }
    for name, content in files.items():
        unfinished = folder / f".{name}.{os.getpid()}.new"
        unfinished.write_bytes(content)
        unfinished.chmod(0o644)
        unfinished.replace(folder / name)


def write_out_of_reach(folder: Path, *, address: str, now: datetime) -> bool:
    """Write what was known last, and that the shop is out of reach. False where nothing was written there before."""
    known, frame = folder / "status.json", folder / "frame.json"
    if not (known.is_file() and frame.is_file()):
        return False
    status = msgspec.json.decode(known.read_bytes(), type=Status)
    around = msgspec.json.decode(frame.read_bytes(), type=Frame)
    parts = rules.out_of_reach(status.parts)
    write(structs.replace(status, parts=parts, made_at=now), around, folder, address=address)
    return True
