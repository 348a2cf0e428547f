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
