"""The keys with which the shop signs and seals in tests."""

from ieum.shop.kernel.sealing import Sealer
from ieum.shop.kernel.settings import SANDBOX_SEALING_KEY

KEY = "a-test-key-of-more-than-32-characters"


SEALER = Sealer([SANDBOX_SEALING_KEY])
