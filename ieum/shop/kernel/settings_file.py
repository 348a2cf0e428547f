"""The settings of a production machine: one file of `NAME=value` lines, below the process's own environment.

The file keeps secrets out of the environment, which every program that is started inherits. What it may say is so
narrow that a shell reads the same.
"""

import re
from collections.abc import Mapping
from pathlib import Path

from ieum.shop.kernel.settings import SettingsError

USUAL = Path("/etc/ieum/ieum.env")
# The name under which the units hand the file over (`LoadCredential=`).
CREDENTIAL = "ieum.env"
BYTE_ORDER_MARK = "\ufeff"

_LINE = re.compile(r"([A-Z][A-Z0-9_]*)=(.*)")
# Nothing that a shell would expand, split or take for a comment. ~ is a home folder at the beginning and behind :.
_BARE = re.compile(r"(?!~)(?:(?!:~)[^\s\"'\\$`#;&|<>()])*")
_SINGLE = re.compile(r"'([^']*)'")
_DOUBLE = re.compile(r'"((?:[^"\\$`]|\\["\\$`])*)"')
_ESCAPED = re.compile(r'\\(["\\$`])')


def environment(environ: Mapping[str, str], *, usual: Path = USUAL) -> dict[str, str]:
    """Return what the settings file says, with the process's own environment above it.

    The file is `$IEUM_ENV_FILE` (empty: none), else `ieum.env` in `$CREDENTIALS_DIRECTORY`, else `/etc/ieum/ieum.env`
    if there is one. Raises SettingsError where it cannot be read, because a command would otherwise go on with a shop
    for developers.
    """
    path = location(environ, usual=usual)
    return {**(read(path) if path else {}), **environ}


def location(environ: Mapping[str, str], *, usual: Path = USUAL) -> Path | None:
    """Find the settings file, readable or not; None if there is none."""
    if (named := environ.get("IEUM_ENV_FILE")) is not None:
        return Path(named) if named else None
    credentials = environ.get("CREDENTIALS_DIRECTORY")
    candidates = [Path(credentials) / CREDENTIAL] if credentials else []
    return next((path for path in (*candidates, usual) if _is_there(path)), None)


def _is_there(path: Path) -> bool:
    """Tell whether the file exists, or its folder hides it from us."""
    try:
        path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return False
    except PermissionError:
        return True
    return True


def read(path: Path) -> dict[str, str]:
    """Read the file. Raises SettingsError, in one line without any value, if it or a line cannot be read."""
    try:
        text = path.read_bytes().decode()
    except PermissionError:
        raise SettingsError(
            f"{path} cannot be read by this user: run this as root, or let IEUM_ENV_FILE name another file."
        ) from None
    except OSError as error:
        raise SettingsError(f"{path} cannot be read: {error.strerror}.") from None
    except UnicodeDecodeError as error:
        # The error itself would quote the file.
        number = error.object.count(b"\n", 0, error.start) + 1
        raise SettingsError(f"{path}, line {number}: this is not UTF-8.") from None
    return parse(text, name=str(path))


def parse(text: str, *, name: str = "ieum.env") -> dict[str, str]:
    """Read `NAME=value` lines. A value with blanks or signs is quoted; a line that begins with # is a comment.

    A mark that an editor of Windows puts before the first line (BOM) is no part of it. Raises SettingsError with the
    number of the first wrong line, and never what it says.
    """
    values: dict[str, str] = {}
    for number, line in enumerate(text.removeprefix(BYTE_ORDER_MARK).split("\n"), start=1):
        stripped = line.strip(" \t\r")
        if not stripped or stripped.startswith("#"):
            continue
        where = f"{name}, line {number}"
        pair = _LINE.fullmatch(stripped)
        if pair is None:
            raise SettingsError(
                f"{where}: this is not NAME=value, with a name in capitals and no blank around =."
            )
        variable = pair[1]
        if variable in values:
            raise SettingsError(f"{where}: {variable} is set a second time; remove one of the two.")
        value = _value(pair[2])
        if value is None:
            raise SettingsError(
                f"{where}: the value of {variable} has to be quoted: put it between single quotes, or, with a single"
                ' quote in it, between double ones with a backslash before each of " \\ $ `.'
            )
        values[variable] = value
    return values


def _value(written: str) -> str | None:
    """Return what the text after = says, or None where that is not clear."""
    if not written.isprintable():
        return None
    if _BARE.fullmatch(written):
        return written
    if single := _SINGLE.fullmatch(written):
        return single[1]
    double = _DOUBLE.fullmatch(written)
    return _ESCAPED.sub(r"\1", double[1]) if double else None


def line(variable: str, value: str) -> str:
    """Return the line that `parse` reads as this variable. Raises ValueError where no line can say it."""
    if not value.isprintable() or not _LINE.fullmatch(f"{variable}="):
        raise ValueError(variable)
    if _BARE.fullmatch(value):
        return f"{variable}={value}"
    if "'" not in value:
        return f"{variable}='{value}'"
    escaped = re.sub(r'(["\\$`])', r"\\\1", value)
    return f'{variable}="{escaped}"'
