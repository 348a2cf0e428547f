-- The largest packet of a gateway's tunnels. A path that carries less and drops ICMP (LTE, PPPoE, 464XLAT) loses
-- everything larger without a word; every path that carries IPv6 carries 1,280 bytes. A server of the release before
-- tells gateways and members 1,420, which is what each has until somebody changes it.
ALTER TABLE gateways ADD COLUMN mtu integer NOT NULL DEFAULT 1420 CHECK (mtu BETWEEN 1280 AND 1420);
