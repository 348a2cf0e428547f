"""`python -m ieum.gateway` starts the agent without loading the rest of the `ieum` command."""

import argparse
import os
import sys

from ieum.gateway.run import add_arguments, run

parser = argparse.ArgumentParser(prog="ieum gateway")
add_arguments(parser)
sys.exit(run(parser.parse_args(), os.environ))
