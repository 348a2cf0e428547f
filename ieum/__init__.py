"""ieum (이음): the shop that sells carrier addresses and the gateways that deliver them."""
