-- What staff do with members: they find them, block them, and give or take points and tickets by hand.

-- Since when they are kept out. Their sub-ids, which would get in on their behalf, have the same moment.
ALTER TABLE members ADD COLUMN blocked_at timestamptz;

-- Half of what somebody remembers of themselves: the beginning of an id, a name, a number or its last four digits.
CREATE INDEX members_login_id_begins ON members (login_id text_pattern_ops);
CREATE INDEX members_name ON members (name, joined_at, id);
CREATE INDEX members_phone ON members (phone);
CREATE INDEX members_phone_ends ON members (right(phone, 4), joined_at, id);
-- The list of members, newest first, and its parts.
CREATE INDEX members_joined ON members (joined_at, id) WHERE owner_id IS NULL;
CREATE INDEX members_blocked ON members (joined_at, id) WHERE blocked_at IS NOT NULL AND owner_id IS NULL;
CREATE INDEX members_left_by_joined ON members (joined_at, id) WHERE left_at IS NOT NULL AND owner_id IS NULL;
CREATE INDEX members_sub_ids_joined ON members (joined_at, id) WHERE owner_id IS NOT NULL;
CREATE INDEX services_in_use_of ON services (member_id) WHERE state IN ('active', 'suspended');
-- What a member was told, newest first.
CREATE INDEX messages_of_member ON messages (member_id, created_at DESC, id DESC) WHERE member_id IS NOT NULL;
DROP INDEX messages_member;

ALTER TABLE point_entries
    DROP CONSTRAINT point_entries_kind_check,
    ADD CONSTRAINT point_entries_kind_check CHECK
        (kind IN ('earned', 'used', 'returned', 'clawed_back', 'forfeited', 'written_off', 'given', 'taken')),
    DROP CONSTRAINT the_sign_fits,
    ADD CONSTRAINT the_sign_fits CHECK
        ((amount > 0) = (kind IN ('earned', 'returned', 'written_off', 'given')));

ALTER TABLE ticket_entries
    -- Granted by staff, and not by an order or in place of one that had expired.
    ADD COLUMN by_hand boolean NOT NULL DEFAULT false,
    DROP CONSTRAINT ticket_entries_kind_check,
    ADD CONSTRAINT ticket_entries_kind_check CHECK
        (kind IN ('granted', 'reserved', 'used', 'released', 'returned', 'expired', 'clawed_back', 'forfeited', 'taken')),
    ADD CONSTRAINT what_is_taken_is_of_a_grant CHECK (kind <> 'taken' OR grant_id IS NOT NULL),
    ADD CONSTRAINT by_hand_is_without_an_order CHECK (NOT by_hand OR (kind IN ('granted', 'taken') AND order_id IS NULL));
