-- The record of an action by somebody, or of an action on something: where the two never met, all of one was read.
CREATE INDEX staff_record_of_kinds ON staff_record (action, object_kind, staff_id, index);

-- What follows replaces indexes by ones that hold what the count of a list asks, too, so that it reads no rows. An address
-- that is sold, and an inquiry that is answered, are written to as many indexes as before.
DROP INDEX exit_addresses_resting;
CREATE INDEX exit_addresses_resting ON exit_addresses (available_at) INCLUDE (address, id, gateway_id, pool_id)
    WHERE available_at IS NOT NULL AND flagged_at IS NULL AND withdrawn_at IS NULL;
DROP INDEX inquiries_state;
CREATE INDEX inquiries_state ON inquiries (state, last_message_at, id) INCLUDE (member_id, category);
DROP INDEX inquiries_newest;
CREATE INDEX inquiries_newest ON inquiries (last_message_at DESC, id DESC) INCLUDE (member_id, category);
