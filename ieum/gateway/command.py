"""The words after `ieum gateway`."""

import argparse
from collections.abc import Mapping

from ieum.gateway import options
from ieum.gateway.options import OptionsError, add_arguments
from ieum.gateway.run import run_agent


def run(namespace: argparse.Namespace, _environ: Mapping[str, str]) -> int:
    try:
        chosen = options.from_namespace(namespace)
    except OptionsError as wrong:
        parser = argparse.ArgumentParser(prog="ieum gateway")
        add_arguments(parser)
        parser.error(str(wrong))
    return run_agent(chosen)
