-- Who leaves is destroyed in place: the row stays as a number, because orders, services and ledgers hang on it.
ALTER TABLE members
    -- A keyed hash, which outlives the id itself: an id is never given to another person.
    ADD COLUMN login_id_hash bytea UNIQUE CHECK (length(login_id_hash) = 32),
    ADD COLUMN left_at       timestamptz,
    ALTER COLUMN login_id DROP NOT NULL,
    ALTER COLUMN password_hash DROP NOT NULL,
    ALTER COLUMN name DROP NOT NULL,
    ALTER COLUMN email DROP NOT NULL,
    ALTER COLUMN phone DROP NOT NULL,
    ADD CONSTRAINT a_member_is_somebody CHECK
        (left_at IS NOT NULL OR num_nulls(login_id, password_hash, name, email, phone) = 0),
    ADD CONSTRAINT who_left_is_nobody CHECK
        (left_at IS NULL OR (num_nonnulls(login_id, password_hash, name, email, phone) = 0
                             AND NOT sms_opt_in AND NOT mail_opt_in AND login_id_hash IS NOT NULL));

-- A login that was under way while its member left, or whose password was already checked: it ends as it begins.
CREATE FUNCTION end_session_of_who_left() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM 1 FROM members WHERE id = NEW.member_id AND left_at IS NULL FOR KEY SHARE;
    IF NOT FOUND THEN
        NEW.ended_at := now();
        NEW.end_reason := 'revoked';
    END IF;
    RETURN NEW;
END
$$;
CREATE TRIGGER who_left_has_no_session BEFORE INSERT ON login_sessions
    FOR EACH ROW EXECUTE FUNCTION end_session_of_who_left();
-- Ended ones are deleted when their time as a record is over.
CREATE INDEX login_sessions_ended ON login_sessions (least(ended_at, expires_at));

-- What the law keeps of who left and had a contract (ECA decree 6, PIPA 21-3): apart from the living, read by
-- nothing in the shop but the job that deletes it.
CREATE TABLE left_members (
    member_id  bigint PRIMARY KEY REFERENCES members,
    login_id   text NOT NULL,
    name       text NOT NULL,
    email      text NOT NULL,
    phone      text NOT NULL,
    joined_at  timestamptz NOT NULL,
    left_at    timestamptz NOT NULL DEFAULT now(),
    destroy_at timestamptz NOT NULL,
    CONSTRAINT kept_for_a_while CHECK (destroy_at > left_at)
);
CREATE INDEX left_members_due ON left_members (destroy_at);

-- That something was destroyed, not what it said.
CREATE TABLE destructions (
    id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    destroyed_at timestamptz NOT NULL DEFAULT now(),
    what         text NOT NULL,
    -- Of one member, or null where many rows had reached their time.
    member_id    bigint REFERENCES members,
    row_count    integer NOT NULL CHECK (row_count > 0)
);
CREATE TRIGGER destructions_are_append_only BEFORE UPDATE OR DELETE ON destructions
    FOR EACH ROW EXECUTE FUNCTION refuse_rewriting();

-- Proof of consent is never changed; of who left it goes with the contract it belongs to, five years later.
CREATE FUNCTION refuse_rewriting_consents() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'DELETE' AND EXISTS (
        SELECT 1 FROM members WHERE id = OLD.member_id AND left_at < now() - interval '5 years'
    ) THEN
        RETURN OLD;
    END IF;
    RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END
$$;
DROP TRIGGER consents_are_append_only ON consents;
CREATE TRIGGER consents_are_append_only BEFORE UPDATE OR DELETE ON consents
    FOR EACH ROW EXECUTE FUNCTION refuse_rewriting_consents();
CREATE INDEX members_left ON members (left_at) WHERE left_at IS NOT NULL;
-- Those whose consent to advertising is asked for again.
CREATE INDEX consents_advertising ON consents (member_id, document_key, id DESC) WHERE document_key IN ('sms', 'email');

ALTER TABLE point_entries
    DROP CONSTRAINT point_entries_kind_check,
    ADD CONSTRAINT point_entries_kind_check
        CHECK (kind IN ('earned', 'used', 'returned', 'clawed_back', 'forfeited'));
ALTER TABLE ticket_entries
    DROP CONSTRAINT ticket_entries_kind_check,
    ADD CONSTRAINT ticket_entries_kind_check
        CHECK (kind IN ('granted', 'used', 'returned', 'clawed_back', 'forfeited'));

-- What was sent to somebody is found by where it was sent to.
CREATE INDEX messages_recipient ON messages (recipient);
