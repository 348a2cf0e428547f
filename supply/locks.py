"""The packages that the lock files name, with what they hash to."""

import json
import re
from base64 import b64decode
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
_NAMED = re.compile(r"([a-z0-9-]+)==(\S+)(?: ; (.*?))? \\")
_HASHED = re.compile(r"--hash=sha256:([0-9a-f]{64})")


class Package(NamedTuple):
    """`kind` is pypi or npm. `licence` is what the lock says; Python's says nothing."""

    kind: str
    name: str
    version: str
    hashes: tuple[tuple[str, str], ...] = ()
    licence: str = ""
    only: str = ""

    @property
    def purl(self) -> str:
        return f"pkg:{self.kind}/{self.name.replace('@', '%40')}@{self.version}"


def python(*, dev: bool = False) -> list[Package]:
    """The packages of the server, and with `dev` those of its tools; `only` says on which systems."""
    return _pypi(ROOT / ("requirements-dev.lock" if dev else "requirements.lock"))


def of_the_boxes() -> list[Package]:
    """List the packages that hold two boxes together, in an environment of its own on each of them (decision 0120)."""
    return _pypi(ROOT / "deploy" / "patroni" / "requirements.lock")


def _pypi(lock: Path) -> list[Package]:
    found: list[Package] = []
    for block in re.split(r"\n(?=\S)", lock.read_text()):
        if named := _NAMED.match(block):
            hashes = tuple(("SHA-256", one) for one in sorted(_HASHED.findall(block)))
            found.append(Package("pypi", named[1], named[2], hashes, only=named[3] or ""))
    return found


def web() -> list[Package]:
    """List the packages that the pages are built from, without their tools."""
    return sorted(set(_npm(ROOT / "web" / "package-lock.json", dev=False)), key=lambda one: one.purl)


def tools_of_the_web() -> list[Package]:
    """Everything that npm installs anywhere in the repository."""
    locks = ("web", "web/schema", "bench/lighthouse")
    return [one for lock in locks for one in _npm(ROOT / lock / "package-lock.json", dev=True)]


def _npm(lock: Path, *, dev: bool) -> Iterator[Package]:
    packages = json.loads(lock.read_text())["packages"]
    for path, told in packages.items():
        if path and (dev or not (told.get("dev") or told.get("devOptional"))):
            # What another package brings inside itself has no hash of its own.
            algorithm, _, value = told.get("integrity", "").partition("-")
            hashes = ((algorithm.upper().replace("SHA", "SHA-"), _hex(value)),) if value else ()
            yield Package(
                "npm",
                path.rpartition("node_modules/")[2],
                told["version"],
                hashes,
                told.get("license", ""),
            )


def _hex(encoded: str) -> str:
    return b64decode(encoded).hex()
