"""`python -m ieum.sandbox` starts the sandbox alone, for tests that need it as a process of its own."""

import argparse

from ieum.sandbox.server import run


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m ieum.sandbox")
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8001)
    parser.add_argument("--smtp-port", type=int, default=8002)
    options = parser.parse_args()
    run(options.host, options.port, options.smtp_port)


main()
