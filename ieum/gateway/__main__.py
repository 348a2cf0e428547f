"""`python -m ieum.gateway` starts the agent without loading the rest of the `ieum` command."""

import argparse
import sys

from ieum.gateway import OptionsError, add_arguments, from_namespace, run_agent

parser = argparse.ArgumentParser(prog="ieum gateway")
add_arguments(parser)
try:
    options = from_namespace(parser.parse_args())
except OptionsError as wrong:
    parser.error(str(wrong))
sys.exit(run_agent(options))
