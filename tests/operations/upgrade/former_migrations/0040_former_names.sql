-- A name that a member had within the last year still finds the account: whoever renames it in a stolen session must
-- not keep its owner from finding the id or resetting the password.
CREATE TABLE former_names (
    member_id  bigint NOT NULL REFERENCES members ON DELETE CASCADE,
    name       text NOT NULL CHECK (length(name) BETWEEN 1 AND 60),
    changed_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (member_id, name)
);
CREATE INDEX former_names_changed_at ON former_names (changed_at);
