"""`ieum lab`: customers, a gateway and an internet, in network namespaces on one Linux machine."""
