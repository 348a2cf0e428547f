"""`ieum lab`: customers, a gateway and an internet, in network namespaces on one Linux machine."""

from ieum.sandbox.lab.client import LabClient
from ieum.sandbox.lab.command import add_arguments, run
from ieum.sandbox.lab.customer import Customer
from ieum.sandbox.lab.gateway import LabGateway
from ieum.sandbox.lab.namespaces import LabError, Namespace, remove_stale
from ieum.sandbox.lab.shop import LabShop
from ieum.sandbox.lab.world import Lab, why_not

__all__ = [
    "Customer",
    "Lab",
    "LabClient",
    "LabError",
    "LabGateway",
    "LabShop",
    "Namespace",
    "add_arguments",
    "remove_stale",
    "run",
    "why_not",
]
