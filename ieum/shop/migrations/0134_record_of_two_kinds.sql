-- The record of an action by somebody, or of an action on something: where the two never met, all of one was read.
CREATE INDEX staff_record_of_kinds ON staff_record (action, object_kind, staff_id, index);
