-- Addresses that rest because their buyer gave them back: they count among what the member and their network keep off sale
-- without paying for it, as unpaid holds do. A row is of use until `until`.
CREATE TABLE refund_rests (
    address_id bigint PRIMARY KEY REFERENCES exit_addresses,
    service_id bigint NOT NULL REFERENCES services,
    member_id  bigint NOT NULL REFERENCES members,
    pool_id    bigint NOT NULL REFERENCES address_pools,
    -- From which the order was placed.
    network    cidr,
    until      timestamptz NOT NULL
);
CREATE INDEX refund_rests_of_member ON refund_rests (member_id);
CREATE INDEX refund_rests_of_network ON refund_rests (network, pool_id) WHERE network IS NOT NULL;
CREATE INDEX refund_rests_by_end ON refund_rests (until);

-- Whether the last figures of a service that is over may still come, or have shown that somebody connected: its address
-- rests. Known not to be so where the service never had a device, or where its gateway has acknowledged that each may no
-- longer use the exit (it or the exit was removed, whichever came first) and has reported the last figures of each,
-- without a handshake.
CREATE FUNCTION may_have_been_used(service bigint) RETURNS boolean LANGUAGE sql STABLE AS $$
    SELECT EXISTS (
        SELECT FROM devices d
          LEFT JOIN device_usage u ON u.device_id = d.id
          LEFT JOIN endpoints p ON p.identity = d.public_key
          LEFT JOIN exits x ON x.id = p.exit_id
          LEFT JOIN gateways g ON g.id = p.gateway_id
         CROSS JOIN LATERAL (SELECT removed_at, revision
                               FROM (VALUES (p.removed_at, p.revision), (x.removed_at, x.revision))
                                    AS r (removed_at, revision)
                              ORDER BY removed_at LIMIT 1) off
         WHERE d.service_id = service
           AND (u.first_handshake_at IS NOT NULL OR off.removed_at IS NULL OR g.acked_revision < off.revision
                OR (u.reported_at >= off.removed_at) IS NOT TRUE))
$$;

-- Whether the member has paid money for an order more than a week ago and has kept it.
CREATE FUNCTION has_paid_before(member bigint) RETURNS boolean LANGUAGE sql STABLE AS $$
    SELECT EXISTS (SELECT FROM orders
                    WHERE member_id = member AND state = 'paid' AND amount > 0 AND paid_at < now() - interval '7 days')
$$;
