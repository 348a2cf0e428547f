-- What gateways say of their hosts (docs/decisions/0081): their clocks, and how full the table of tracked connections is.

ALTER TABLE gateways
    -- When the gateway said it last; null for agents of the version before, which do not.
    ADD COLUMN host_reported_at timestamptz,
    -- By how much the shop's clock is ahead of the gateway's. What the call took on its way counts as that.
    ADD COLUMN clock_skew_ms bigint,
    -- Reports in a row whose clock was off: one alone may have been slow.
    ADD COLUMN clock_off_reports integer NOT NULL DEFAULT 0 CHECK (clock_off_reports >= 0),
    ADD COLUMN tracked_connections bigint CHECK (tracked_connections >= 0),
    ADD COLUMN most_connections bigint CHECK (most_connections > 0),
    ADD CONSTRAINT a_report_of_a_host_has_its_clock CHECK ((host_reported_at IS NULL) = (clock_skew_ms IS NULL)),
    ADD CONSTRAINT connections_have_their_most CHECK ((tracked_connections IS NULL) = (most_connections IS NULL));
