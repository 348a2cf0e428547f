-- On which gateway a lease is: the services of one gateway are listed by number, however many there are on the others.
-- Of leases that had ended before this, nobody asks it.
ALTER TABLE leases ADD COLUMN gateway_id bigint;
UPDATE leases l SET gateway_id = e.gateway_id FROM exit_addresses e WHERE e.id = l.address_id AND l.state <> 'ended';
ALTER TABLE leases ADD CONSTRAINT leases_are_where_their_address_is
    FOREIGN KEY (address_id, gateway_id) REFERENCES exit_addresses (id, gateway_id) ON UPDATE CASCADE;

CREATE FUNCTION take_gateway_of_address() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.gateway_id := (SELECT gateway_id FROM exit_addresses WHERE id = NEW.address_id);
    RETURN NEW;
END
$$;
CREATE TRIGGER leases_know_their_gateway BEFORE INSERT ON leases
    FOR EACH ROW EXECUTE FUNCTION take_gateway_of_address();

CREATE INDEX leases_of_gateway ON leases (gateway_id, service_id DESC) WHERE state IN ('active', 'leaving');
