"""The command `ieum`. Each sub-command imports its own room only: a gateway host needs no web framework."""

# ruff: noqa: PLC0415 - importing where it is used is the point of this file

import argparse
import os
import signal
import sys
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path

type Words = Sequence[str]
type Environ = Mapping[str, str]


def _up(words: Words, environ: Environ) -> int:
    from ieum import up

    parser = _parser("up")
    up.add_arguments(parser)
    return up.run(parser.parse_args(words), environ)


def _serve(words: Words, environ: Environ) -> int:
    _parser("serve").parse_args(words)
    from ieum.shop.kernel import settings
    from ieum.shop.server import serving

    with _running_database(environ) as url:
        serving.run(settings.load(environ, database_url=url))
    return 0


def _work(words: Words, environ: Environ) -> int:
    _parser("work").parse_args(words)
    from ieum.shop.kernel import settings
    from ieum.shop.server import worker

    with _running_database(environ) as url:
        worker.work(settings.load(environ, database_url=url))
    return 0


def _migrate(words: Words, environ: Environ) -> int:
    _parser("migrate").parse_args(words)
    from ieum.shop.server import migrate

    with _database(environ) as url:
        migrate.migrate(url)
    return 0


def _demo(words: Words, environ: Environ) -> int:
    _parser("demo").parse_args(words)
    from ieum.shop.kernel import settings
    from ieum.shop.server import demo

    with _database(environ) as url:
        demo.seed(settings.load(environ, database_url=url))
    print(f"아이디 {demo.DEMO_LOGIN} · 비밀번호 {demo.DEMO_PASSWORD}")
    return 0


def _of_room(name: str, module: str) -> Callable[[Words, Environ], int]:
    """A command that a room of the shop brings: its `add_arguments`, then its `run` on the database."""

    def command(words: Words, environ: Environ) -> int:
        from ieum.shop.kernel import settings

        room = import_module(module)
        parser = _parser(name)
        room.add_arguments(parser)
        options = parser.parse_args(words)
        with _database(environ) as url:
            return room.run(options, settings.load(environ, database_url=url))

    return command


def _messages(words: Words, _environ: Environ) -> int:
    parser = _parser("messages")
    parser.add_argument("name", nargs="?", default="", help="those with this in their name")
    options = parser.parse_args(words)
    from ieum.shop.messaging import samples

    return samples.run(options.name)


def _reseal(words: Words, environ: Environ) -> int:
    _parser("reseal").parse_args(words)
    from ieum.shop.kernel import settings
    from ieum.shop.server import resealing

    with _database(environ) as url:
        return resealing.run(settings.load(environ, database_url=url))


def _openapi(words: Words, _environ: Environ) -> int:
    _parser("openapi").parse_args(words)
    from ieum.shop.server import app

    print(app.openapi_json())
    return 0


def _gateway(words: Words, _environ: Environ) -> int:
    from ieum import gateway

    parser = _parser("gateway")
    gateway.add_arguments(parser)
    try:
        options = gateway.from_namespace(parser.parse_args(words))
    except gateway.OptionsError as wrong:
        parser.error(str(wrong))
    return gateway.run_agent(options)


def _sandbox(words: Words, environ: Environ) -> int:
    from ieum.sandbox import server as sandbox
    from ieum.up import checks

    ports = checks.read_ports(environ)
    parser = _parser("sandbox")
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=ports["IEUM_SANDBOX_PORT"])
    parser.add_argument("--smtp-port", type=int, default=ports["IEUM_SANDBOX_SMTP_PORT"])
    options = parser.parse_args(words)
    sandbox.run(options.host, options.port, options.smtp_port)
    return 0


def _lab(words: Words, _environ: Environ) -> int:
    from ieum.sandbox import lab

    parser = _parser("lab")
    lab.add_arguments(parser)
    return lab.run(parser.parse_args(words))


COMMANDS: dict[str, tuple[Callable[[Words, Environ], int], str]] = {
    "up": (_up, "everything on this machine, with a demo shop"),
    "serve": (_serve, "the shop's server"),
    "work": (_work, "the shop's worker: jobs, mail, reconciliation"),
    "migrate": (_migrate, "bring the database to this version"),
    "demo": (_demo, "fill the shop with a demo plan, addresses and a member"),
    "fleet": (_of_room("fleet", "ieum.shop.fleet.cli"), "register gateways, import addresses"),
    "refund": (
        _of_room("refund", "ieum.shop.refunds.cli"),
        "give an order's money back by an operator's decision",
    ),
    "alarms": (_of_room("alarms", "ieum.shop.reconciliation.cli"), "what an operator has to look at"),
    "site": (_of_room("site", "ieum.shop.site.cli"), "block addresses"),
    "content": (_of_room("content", "ieum.shop.content.cli"), "publish texts, take them out, list them"),
    "prices": (_of_room("prices", "ieum.shop.catalog.cli"), "the prices that were in force on a day"),
    "orders": (
        _of_room("orders", "ieum.shop.order_history.export"),
        "write a span of days' orders to a CSV file",
    ),
    "invoices": (
        _of_room("invoices", "ieum.shop.invoices.cli"),
        "show or write a month's requests for tax invoices",
    ),
    "inquiries": (_of_room("inquiries", "ieum.shop.inquiries.cli"), "read and answer members' inquiries"),
    "messages": (_messages, "print every mail and SMS text with sample data"),
    "reseal": (_reseal, "seal billing keys and refund accounts anew, under the first sealing key"),
    "openapi": (_openapi, "print the description of the API"),
    "gateway": (_gateway, "the agent of a gateway host"),
    "sandbox": (_sandbox, "stand-ins for the payment and identity providers, mail and SMS"),
    "lab": (_lab, "a gateway, clients and an internet in network namespaces (root, Linux)"),
}


def main(argv: Words | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="ieum",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        epilog="commands:\n" + "\n".join(f"  {name:9} {what}" for name, (_, what) in COMMANDS.items()),
    )
    parser.add_argument("command", choices=COMMANDS, metavar="command", help="one of the commands below")
    parser.add_argument("words", nargs=argparse.REMAINDER, metavar="…", help="see: ieum COMMAND --help")
    options = parser.parse_args(argv)
    command, _ = COMMANDS[options.command]
    try:
        return command(options.words, os.environ)
    except KeyboardInterrupt:
        return 128 + signal.SIGINT
    except Exception as error:
        if not _says_it_all(error):
            raise
        # A connection that fails says the same of every address it tried, each on a line.
        print(f"ieum {options.command}: {' '.join(str(error).split())}", file=sys.stderr)
        return 1


def _parser(name: str) -> argparse.ArgumentParser:
    return argparse.ArgumentParser(prog=f"ieum {name}", description=COMMANDS[name][1])


def _says_it_all(error: Exception) -> bool:
    """Whether it is a mistake of the setting and not of ours; asked by name, lest everything be imported."""
    names = {"SettingsError", "PostgresError", "StartError", "OperationalError"}
    return any(kind.__name__ in names for kind in type(error).__mro__)


def _data(environ: Environ) -> Path:
    return Path(environ.get("IEUM_DATA") or "var").resolve()


@contextmanager
def _database(environ: Environ) -> Generator[str]:
    """The database that is set, else the embedded one, started for as long as this takes if need be."""
    from ieum.postgres import EmbeddedPostgres

    if url := environ.get("IEUM_DATABASE_URL"):
        yield url
        return
    with EmbeddedPostgres(_data(environ)) as database:
        yield database.url


@contextmanager
def _running_database(environ: Environ) -> Generator[str]:
    """Servers never start the database: whoever did would take it away from the others on leaving."""
    from ieum.postgres import running_url

    yield environ.get("IEUM_DATABASE_URL") or running_url(_data(environ)) or ""


if __name__ == "__main__":
    sys.exit(main())
