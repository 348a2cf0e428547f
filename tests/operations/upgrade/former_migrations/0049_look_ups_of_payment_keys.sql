-- A payment key comes from a browser, and the provider is asked about each one. How many were asked about for an order
-- since the given moment: made-up keys must not become requests to the provider without end.
ALTER TABLE orders
    ADD COLUMN key_look_ups       smallint NOT NULL DEFAULT 0 CHECK (key_look_ups BETWEEN 0 AND 10),
    ADD COLUMN key_look_ups_since timestamptz;
