"""Licences of packages, and which of them we may use (`licences.toml`)."""

import re
import tomllib
from importlib import metadata
from pathlib import Path

from supply.locks import Package

_TOLD = tomllib.loads(Path(__file__).with_name("licences.toml").read_text(encoding="utf-8"))
ALLOWED: dict[str, str] = _TOLD["allowed"]
READ: dict[str, dict[str, str]] = {"pypi": _TOLD["python"], "npm": _TOLD["npm"]}


class LicenceUnknown(Exception):
    """A package says nowhere in SPDX which licence it has, and nobody has read its files for licences.toml."""


def of(package: Package) -> str:
    """The licence of a package as an SPDX expression. Raises LicenceUnknown."""
    read = READ[package.kind].get(package.name)
    said = read or package.licence or (said_by_itself(package.name) if package.kind == "pypi" else "")
    if not said:
        raise LicenceUnknown(f"{package.purl}: read its licence and write it into supply/licences.toml.")
    return said


def said_by_itself(name: str) -> str:
    """Return the SPDX expression of the installed package (PEP 639); empty if it has none, or is not installed."""
    try:
        return metadata.metadata(name).get("License-Expression") or ""
    except metadata.PackageNotFoundError:
        return ""


def is_allowed(expression: str) -> bool:
    """Tell whether one side of each OR is allowed, and every side of each AND. Expressions of ours nest no deeper."""
    plain = expression.replace("(", " ").replace(")", " ")
    if "(" in expression and " AND " in expression and " OR " in expression:
        # Which binds first would matter: for a person to read.
        return False
    ways = [re.split(r"\s+AND\s+", way) for way in re.split(r"\s+OR\s+", plain)]
    return any(all(one.strip() in ALLOWED for one in way) for way in ways)
