-- What a gateway has not told is not silence: after an outage of the shop it is heard of again before it has reported.
-- `usage_told_at`: when it last reported whatever had changed, and not only new connections or a part of it.
ALTER TABLE gateways ADD COLUMN usage_told_at timestamptz;

-- A service that was tried is left alone until then, so that one that finds no address, or fails, holds up no others.
ALTER TABLE rotations ADD COLUMN reconnect_again_at timestamptz;
