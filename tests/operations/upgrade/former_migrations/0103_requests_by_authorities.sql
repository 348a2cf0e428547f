-- The register of requests by authorities (전기통신사업법 제83조, 통신비밀보호법 제13조, 형사소송법 제215조). A row is answered
-- once and never deleted; what was entered wrongly is marked as void with a reason and entered anew.
CREATE TABLE authority_requests (
    id              bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    received_on     date NOT NULL,
    branch          text NOT NULL CHECK (branch IN ('police', 'prosecution', 'intelligence', 'military', 'other')),
    authority       text NOT NULL CHECK (length(authority) BETWEEN 2 AND 100),
    document_number text NOT NULL CHECK (length(document_number) BETWEEN 1 AND 100),
    -- subscriber: data about users without a permit; records: facts about communication, by a court's permit;
    -- seizure: by a warrant.
    kind            text NOT NULL CHECK (kind IN ('subscriber', 'records', 'seizure', 'other')),
    -- Of a court's permit or warrant.
    permit_number   text NOT NULL DEFAULT '' CHECK (length(permit_number) <= 100),
    asked           text NOT NULL CHECK (length(asked) BETWEEN 2 AND 2000),
    people_asked    integer NOT NULL CHECK (people_asked BETWEEN 1 AND 1000000),
    registered_by   bigint NOT NULL REFERENCES staff,
    registered_at   timestamptz NOT NULL DEFAULT now(),
    outcome         text CHECK (outcome IN ('given', 'partly', 'refused', 'nothing_held')),
    given           text NOT NULL DEFAULT '' CHECK (length(given) <= 2000),
    people_given    integer CHECK (people_given BETWEEN 0 AND 1000000),
    answered_by     bigint REFERENCES staff,
    answered_at     timestamptz,
    void_reason     text CHECK (length(void_reason) BETWEEN 2 AND 500),
    CONSTRAINT a_permit_is_named CHECK (kind NOT IN ('records', 'seizure') OR permit_number <> ''),
    CONSTRAINT an_answer_is_whole CHECK
        (num_nonnulls(outcome, people_given, answered_by, answered_at) IN (0, 4)),
    CONSTRAINT who_gives_nothing_gives_nobody CHECK
        (outcome IS NULL OR (outcome IN ('given', 'partly')) = (people_given > 0))
);
CREATE INDEX authority_requests_newest ON authority_requests (received_on, id);
-- One document is one request; a void one may be entered anew.
CREATE UNIQUE INDEX authority_requests_document ON authority_requests (authority, document_number)
    WHERE void_reason IS NULL;

CREATE FUNCTION keep_authority_requests() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'DELETE' THEN
        RAISE EXCEPTION 'the register of requests keeps every row' USING ERRCODE = 'restrict_violation';
    END IF;
    IF (OLD.received_on, OLD.branch, OLD.authority, OLD.document_number, OLD.kind, OLD.permit_number, OLD.asked,
        OLD.people_asked, OLD.registered_by, OLD.registered_at)
       IS DISTINCT FROM
       (NEW.received_on, NEW.branch, NEW.authority, NEW.document_number, NEW.kind, NEW.permit_number, NEW.asked,
        NEW.people_asked, NEW.registered_by, NEW.registered_at)
       OR (OLD.outcome IS NOT NULL
           AND (OLD.outcome, OLD.given, OLD.people_given, OLD.answered_by, OLD.answered_at)
               IS DISTINCT FROM (NEW.outcome, NEW.given, NEW.people_given, NEW.answered_by, NEW.answered_at))
       OR OLD.void_reason IS NOT NULL THEN
        RAISE EXCEPTION 'what the register says is never rewritten' USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
END
$$;
CREATE TRIGGER authority_requests_are_kept BEFORE UPDATE OR DELETE ON authority_requests
    FOR EACH ROW EXECUTE FUNCTION keep_authority_requests();
