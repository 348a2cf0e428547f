-- What a period costs is computed in one place, orders/pricing.py, for a purchase and for a renewal alike.
DROP FUNCTION plan_price(bigint, integer, integer, timestamptz);
