-- Whom a message was to, also where it went to an address that they have changed since: it is emptied when they leave.
ALTER TABLE messages ADD COLUMN member_id bigint REFERENCES members;
CREATE INDEX messages_member ON messages (member_id) WHERE member_id IS NOT NULL;

-- 36 single months of 20 pieces at the highest price are more than an integer holds.
ALTER TABLE orders
    ALTER COLUMN list_amount TYPE bigint,
    ALTER COLUMN discount_amount TYPE bigint;
