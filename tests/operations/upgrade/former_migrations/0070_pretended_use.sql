-- A gateway that carries no traffic may report made-up use, for demos (docs/decisions/0083). What it has reported once stays
-- on record, so that this is never taken back.
ALTER TABLE gateways ADD COLUMN pretends_use boolean NOT NULL DEFAULT false;
