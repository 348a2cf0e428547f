"""`python -m ieum.gateway`: the agent without the rest of the command."""

import argparse
import sys

from ieum.gateway import OptionsError, add_arguments, from_namespace, run

parser = argparse.ArgumentParser(prog="ieum gateway")
add_arguments(parser)
try:
    options = from_namespace(parser.parse_args())
except OptionsError as wrong:
    parser.error(str(wrong))
sys.exit(run(options))
