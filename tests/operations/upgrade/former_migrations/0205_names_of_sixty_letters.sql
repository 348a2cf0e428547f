-- Names of people are longer than twenty letters in most scripts (docs/decisions/0153).
ALTER TABLE members
    DROP CONSTRAINT members_name_check,
    ADD CONSTRAINT members_name_check CHECK (length(name) BETWEEN 2 AND 60) NOT VALID;
