"""The command `ieum`: which program each word after it starts, and on which database.

A program is loaded only when its word is typed, so that a gateway host needs no web framework.
"""

import argparse
import errno
import logging
import os
import signal
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from importlib import import_module
from types import ModuleType
from typing import Any, NamedTuple, override

from ieum.installed import database, need_developers_part, running_database

type Words = Sequence[str]
type Environ = Mapping[str, str]


class Command(NamedTuple):
    """A word after `ieum`. `start` runs the module, which may declare the words that it takes in `add_arguments`."""

    start: Callable[["Command", str, Words, Environ], int]
    module: str
    summary: str


def _alone(command: Command, name: str, words: Words, environ: Environ) -> int:
    """Call the module's `run` with the parsed words and the environment."""
    module, options = _parse(command, name, words)
    return module.run(options, environ)


def _for_developers(command: Command, name: str, words: Words, environ: Environ) -> int:
    """Do the same for what a production install is without. Raises NotInstalledError."""
    need_developers_part()
    return _alone(command, name, words, environ)


def _on_database(command: Command, name: str, words: Words, environ: Environ) -> int:
    """Call `run` with the parsed words and the shop's settings; an embedded database is started if need be."""
    module, options = _parse(command, name, words)
    with database(environ) as url:
        settings = _settings(environ, url)
        _log_to_stderr(name, settings)
        return module.run(options, settings)


def _on_pool(command: Command, name: str, words: Words, environ: Environ) -> int:
    """Await `run` with the parsed words, the shop's settings, and a pool of connections to the same database."""
    module, options = _parse(command, name, words)
    with database(environ) as url:
        settings = _settings(environ, url)
        _log_to_stderr(name, settings)
        run_with_database = import_module("ieum.shop.kernel.db").run_with_database
        return run_with_database(settings.database_url, partial(module.run, options, settings))


def _server(command: Command, name: str, words: Words, environ: Environ) -> int:
    """Call `run` with the parsed words and the settings, on a database that is running already."""
    module, options = _parse(command, name, words)
    with running_database(environ) as url:
        settings = _settings(environ, url)
        import_module("ieum.shop.server.baseline").check(settings.database_url)
        return module.run(options, settings)


def _serve(command: Command, name: str, words: Words, environ: Environ) -> int:
    """Do the same, but check a production shop first. Elsewhere the process stays small and does not load the check."""
    module, options = _parse(command, name, words)
    with running_database(environ) as url:
        settings = _settings(environ, url)
        if settings.production:
            import_module("ieum.shop.server.startup").check(settings)
        return module.run(options, settings)


def _migrate(command: Command, name: str, words: Words, environ: Environ) -> int:
    """Call `migrate` with the database's URL: a migration needs no other setting."""
    module, _ = _parse(command, name, words)
    with database(environ) as url:
        module.migrate(url)
    return 0


def _on_url(command: Command, name: str, words: Words, environ: Environ) -> int:
    """Call `run` with the parsed words and the database's URL, for what needs no other setting."""
    module, options = _parse(command, name, words)
    with database(environ) as url:
        return module.run(options, url)


COMMANDS: dict[str, Command] = {
    "up": Command(_for_developers, "ieum.dev.up", "everything on this machine, with a demo shop"),
    "serve": Command(_serve, "ieum.shop.server.serving", "the shop's server"),
    "work": Command(_server, "ieum.shop.server.worker", "the shop's worker: jobs, mail, reconciliation"),
    "setup": Command(
        _alone,
        "ieum.operations.setup.command",
        "ask about a dozen things, test each answer, write the settings file",
    ),
    "doctor": Command(
        _alone, "ieum.operations.doctor.command", "what is wrong with this shop, and what to do next"
    ),
    "migrate": Command(_migrate, "ieum.shop.server.migrate", "bring the database to this version"),
    "upgrade": Command(
        _on_url,
        "ieum.operations.upgrade.cli",
        "bring the database of a running shop to this version; --dry-run says what that would lock, and for how long",
    ),
    "demo": Command(
        _on_database, "ieum.shop.server.demo", "fill the shop with a demo plan, addresses and a member"
    ),
    "staff": Command(
        _on_pool, "ieum.shop.console.staff.cli", "let the first owner into the console; open its doors again"
    ),
    "who": Command(_on_pool, "ieum.shop.usage.cli", "who had an address at a time; recorded and mailed"),
    "verify-log": Command(
        _on_pool,
        "ieum.shop.console.verifying",
        "check the log of fixed addresses and the record of staff, and name the first row that is wrong",
    ),
    "content": Command(
        _on_pool, "ieum.shop.publishing.cli", "texts as files: import, export, publish all again"
    ),
    "import": Command(
        _on_pool,
        "ieum.shop.moving_in.cli",
        "members, services and points of another shop, from CSV files; mails with the links by which members get in",
    ),
    "reseal": Command(
        _on_pool,
        "ieum.shop.server.resealing",
        "seal billing keys, refund accounts, signing keys and client addresses anew, under the first sealing key",
    ),
    "backup": Command(
        _alone,
        "ieum.operations.backup.command",
        "copy the database and the files to another place; archive its log there",
    ),
    "restore": Command(
        _alone,
        "ieum.operations.backup.restore_command",
        "bring a copy back, to any moment; or restore the newest one as a test",
    ),
    "keys": Command(_on_pool, "ieum.shop.signing.cli", "the keys that the shop signs with; change the key"),
    "status": Command(
        _on_database,
        "ieum.shop.status.desk.cli",
        "what the page /status says of incidents; the page as files for another host",
    ),
    "openapi": Command(_alone, "ieum.shop.server.openapi", "print the description of the API"),
    "gateway": Command(_alone, "ieum.gateway.run", "the agent of a gateway host"),
    "sandbox": Command(
        _for_developers,
        "ieum.dev.sandbox.command",
        "stand-ins for the payment and identity providers, mail and SMS",
    ),
    "lab": Command(
        _for_developers,
        "ieum.dev.lab.command",
        "a gateway, clients and an internet in network namespaces (root, Linux)",
    ),
}

# Those that are never about the shop of this machine, and so do not read its settings file.
WITHOUT_SETTINGS_FILE = {"setup", "doctor", "up", "demo", "openapi", "gateway", "sandbox", "lab"}
# Words of `gateway` that the agent's own program does not know.
ENROLLING = {"enrol", "recovery-key", "open-backup"}


class _Version(argparse.Action):
    """Prints the installed version, which other commands do not look up."""

    @override
    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        print(f"ieum {import_module('importlib.metadata').version('ieum')}")
        parser.exit()


# A disk that takes no more, or nothing at all.
_NO_ROOM = {errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EFBIG}


def main(argv: Words | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="ieum",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        epilog="commands:\n"
        + "\n".join(f"  {name:10} {command.summary}" for name, command in COMMANDS.items()),
    )
    parser.add_argument("--version", action=_Version, nargs=0, help="print the version and end")
    parser.add_argument("command", choices=COMMANDS, metavar="command", help="one of the commands below")
    parser.add_argument("words", nargs=argparse.REMAINDER, metavar="…", help="see: ieum COMMAND --help")
    options = parser.parse_args(argv)
    command = COMMANDS[options.command]
    if options.command == "gateway" and ENROLLING.intersection(options.words[:1]):
        # Apart from the agent, which needs no recovery key.
        command = Command(_alone, "ieum.gateway.enrolling", command.summary)
    try:
        return command.start(
            command, options.command, options.words, _environ(options.command, options.words)
        )
    except KeyboardInterrupt as interrupt:
        _tell(options.command, getattr(interrupt, "__notes__", ()))
        return 128 + signal.SIGINT
    except BrokenPipeError:
        # Whoever reads what is printed, such as `head`, has had enough. Python would complain once more as it ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 128 + signal.SIGPIPE
    except Exception as error:
        if not _is_for_the_operator(error):
            raise
        # An error of a connection has one line for each address that was tried. Notes tell what went wrong after it.
        _tell(options.command, (error, *getattr(error, "__notes__", ())))
        return 1


def _tell(command: str, said: Iterable[object]) -> None:
    """On one line each."""
    for one in said:
        print(f"ieum {command}: {' '.join(str(one).split())}", file=sys.stderr)


def _environ(name: str, words: Words) -> Environ:
    """Return the environment above the settings file, which somebody who asks for help need not be able to read."""
    if name in WITHOUT_SETTINGS_FILE or {"-h", "--help"}.intersection(words):
        return os.environ
    return import_module("ieum.shop.kernel.settings_file").environment(os.environ)


def _parse(command: Command, name: str, words: Words) -> tuple[ModuleType, argparse.Namespace]:
    module = import_module(command.module)
    parser = argparse.ArgumentParser(prog=f"ieum {name}", description=command.summary)
    add_arguments: Callable[[argparse.ArgumentParser], None] | None = getattr(module, "add_arguments", None)
    if add_arguments:
        add_arguments(parser)
    return module, parser.parse_args(words)


def _settings(environ: Environ, database_url: str) -> Any:
    return import_module("ieum.shop.kernel.settings").load(environ, database_url=database_url)


def _log_to_stderr(name: str, settings: Any) -> None:
    """Have a command's warnings and errors written as those of the processes are; what it tells its user is printed."""
    logs = import_module("ieum.common.logs")
    handler = logs.to_stderr(name, settings.log, quiet=settings.production)
    logging.basicConfig(level=logging.WARNING, handlers=[handler])
    # A pool warns of each attempt to connect; the command's last line says that they were in vain.
    logging.getLogger("psycopg.pool").setLevel(logging.ERROR)


def _is_for_the_operator(error: Exception) -> bool:
    """Tell whether the error's message tells the operator what to do. Matched by name, to load no program."""
    if isinstance(error, OSError) and error.errno in _NO_ROOM:
        return True
    names = {
        "BackupError",
        "NotInstalledError",
        "SettingsError",
        "PostgresError",
        "StartError",
        "OperationalError",
        "TooOldError",
    }
    return any(kind.__name__ in names for kind in type(error).__mro__)


if __name__ == "__main__":
    sys.exit(main())
