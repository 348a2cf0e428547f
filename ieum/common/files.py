"""Paths of data files (pages, migrations, units): next to the package in a clone, inside it in a wheel."""

from pathlib import Path

_PACKAGE = Path(__file__).parents[1]
_CARRIED = _PACKAGE / "carried"
_HOME = _CARRIED if _CARRIED.is_dir() else _PACKAGE.parent

# The built pages. A clone has them once `make web` has run.
WEB_DIST = _CARRIED / "web" if _CARRIED.is_dir() else _HOME / "web" / "dist"
# Units, the configuration of proxies and the like, for operators to take.
DEPLOY = _HOME / "deploy"
# The packages of this version with their hashes.
REQUIREMENTS = _HOME / "requirements.lock"
