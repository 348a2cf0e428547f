"""Headers of netlink messages, and the numbers of nftables' part of it (linux/netlink.h, nfnetlink.h)."""

import struct

HEADER = struct.Struct("=IHHII")  # length, type, flags, sequence, port: struct nlmsghdr
ATTRIBUTE = struct.Struct("=HH")  # length and type: struct nlattr
REQUEST = 1
NETFILTER = 12
NFTABLES = 10  # its subsystem
