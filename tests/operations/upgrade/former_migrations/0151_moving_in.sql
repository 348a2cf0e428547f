-- Members, services and points that came from another shop by `ieum import`.
CREATE TABLE moving_runs (
    id       bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    began_at timestamptz NOT NULL DEFAULT now(),
    ended_at timestamptz,
    -- The account of the machine on which it was typed.
    made_by  text NOT NULL CHECK (length(made_by) BETWEEN 1 AND 200),
    members  integer NOT NULL DEFAULT 0 CHECK (members >= 0),
    services integer NOT NULL DEFAULT 0 CHECK (services >= 0),
    points   integer NOT NULL DEFAULT 0 CHECK (points >= 0),
    updated  integer NOT NULL DEFAULT 0 CHECK (updated >= 0),
    -- Lines that were wrong and left out.
    skipped  integer NOT NULL DEFAULT 0 CHECK (skipped >= 0)
);

-- One for each line that was imported: the same line is not imported again.
CREATE TABLE moved_rows (
    kind        text NOT NULL CHECK (kind IN ('member', 'service', 'points')),
    -- As the other shop calls it; of somebody who has left, `left:` and its hash.
    external_id text NOT NULL CHECK (length(external_id) BETWEEN 1 AND 100),
    -- Of the line's contents, so that a changed one is seen.
    contents    bytea NOT NULL CHECK (length(contents) = 32),
    run_id      bigint NOT NULL REFERENCES moving_runs,
    member_id   bigint NOT NULL REFERENCES members,
    service_id  bigint REFERENCES services,
    -- Since when the other shop says that it was used, and why it had given the points.
    began_at    timestamptz,
    reason      text CHECK (length(reason) <= 200),
    at          timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (kind, external_id),
    CONSTRAINT a_service_is_named CHECK ((kind = 'service') = (service_id IS NOT NULL))
);
CREATE INDEX moved_rows_member ON moved_rows (member_id);
CREATE INDEX moved_rows_service ON moved_rows (service_id) WHERE service_id IS NOT NULL;

-- The link by which a moved member chooses a password; there is one until it is used.
CREATE TABLE moving_links (
    member_id  bigint PRIMARY KEY REFERENCES members,
    -- Null until the first one is mailed.
    token_hash bytea CHECK (length(token_hash) = 32),
    expires_at timestamptz,
    -- Mailed so often, the last time then.
    mails      smallint NOT NULL DEFAULT 0 CHECK (mails BETWEEN 0 AND 2),
    mailed_at  timestamptz,
    used_at    timestamptz,
    CONSTRAINT a_link_ends CHECK ((token_hash IS NULL) = (expires_at IS NULL))
);
CREATE UNIQUE INDEX moving_links_token ON moving_links (token_hash) WHERE token_hash IS NOT NULL;
CREATE INDEX moving_links_waiting ON moving_links (mails, mailed_at) WHERE used_at IS NULL;

-- What another shop had asked, whose words are not here: advertising alone is taken over, with its day.
ALTER TABLE agreement_documents DROP CONSTRAINT agreement_documents_purpose_check;
ALTER TABLE agreement_documents ADD CONSTRAINT agreement_documents_purpose_check
    CHECK (purpose IN ('sign-up', 'order', 'sub-id', 'moved-in'));
INSERT INTO agreement_documents (key, version, purpose, position, required, title, body) VALUES
    ('sms', 'moved-in', 'moved-in', 1, false, '문자(SMS) 수신 동의', '이전 쇼핑몰에서 하신 동의입니다.'),
    ('email', 'moved-in', 'moved-in', 2, false, '이메일 수신 동의', '이전 쇼핑몰에서 하신 동의입니다.');

-- Who leaves has no link any more, and the other shop's name for them says nothing.
CREATE FUNCTION forget_moving() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM moving_links WHERE member_id = NEW.id;
    UPDATE moved_rows SET external_id = 'left:' || encode(sha256(convert_to(external_id, 'UTF8')), 'hex'), reason = NULL
     WHERE member_id = NEW.id AND external_id NOT LIKE 'left:%';
    RETURN NULL;
END $$;
CREATE TRIGGER who_leaves_came_from_no_other_shop AFTER UPDATE OF left_at ON members
    FOR EACH ROW WHEN (NEW.left_at IS NOT NULL) EXECUTE FUNCTION forget_moving();
