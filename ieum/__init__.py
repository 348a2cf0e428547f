"""ieum (이음): the shop that sells carrier addresses and the gateways that deliver them."""

import sys
from types import ModuleType

# httpx loads its own command line where it finds rich and pygments, which Litestar brings along: some megabytes in each
# of our processes, for a command that we never run. An empty module in its place is what httpx does without.
sys.modules.setdefault("httpx._main", ModuleType("httpx._main"))
