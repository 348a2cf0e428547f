-- What a gateway reports last of a removed device still counts, so devices and peers are looked up whether or not they
-- are removed: by their key, and by their service.
CREATE INDEX devices_key ON devices (public_key);
DROP INDEX devices_service;
CREATE INDEX devices_service ON devices (service_id);
DROP INDEX gateway_peers_key;
CREATE INDEX gateway_peers_key ON gateway_peers (public_key);
