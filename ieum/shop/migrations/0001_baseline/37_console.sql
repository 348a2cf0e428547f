-- What the console keeps for itself: counts, views, drafts, exports, notices, registers and figures.

-- Counted by a job every few minutes, so that no screen counts a million addresses.
CREATE TABLE pool_counts (
    pool_id    bigint NOT NULL REFERENCES address_pools,
    gateway_id bigint NOT NULL REFERENCES gateways,
    free       integer NOT NULL,
    leased     integer NOT NULL,
    held       integer NOT NULL,
    resting    integer NOT NULL,
    flagged    integer NOT NULL,
    withdrawn  integer NOT NULL,
    unproven   integer NOT NULL,
    counted_at timestamptz NOT NULL,
    PRIMARY KEY (pool_id, gateway_id)
);

-- How many were leased at the end of each day in Seoul, or today until now: their difference is the net of leases.
CREATE TABLE pool_days (
    day        date NOT NULL,
    pool_id    bigint NOT NULL REFERENCES address_pools,
    gateway_id bigint NOT NULL REFERENCES gateways,
    leased     integer NOT NULL,
    PRIMARY KEY (day, pool_id, gateway_id)
);

-- Who asked in the console who had an address, and who confirmed it: these two may see the answer.
CREATE TABLE staff_lookups (
    approval_id  bigint PRIMARY KEY REFERENCES staff_approvals,
    lookup_id    bigint NOT NULL REFERENCES address_lookups,
    asked_by     bigint NOT NULL REFERENCES staff,
    confirmed_by bigint NOT NULL REFERENCES staff
);

-- Texts that somebody in the console is writing: nobody reads them until they are published, at once or at their time.
CREATE TABLE content_drafts (
    id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    kind         text NOT NULL CHECK (kind IN ('notice', 'faq', 'guide', 'page', 'legal', 'release')),
    slug         text NOT NULL CHECK (length(slug) <= 80 AND slug ~ '^[a-z0-9](-?[a-z0-9])*$'),
    edition      text NOT NULL DEFAULT '',
    written      jsonb NOT NULL,
    -- The version of the published text that it was begun from; 0 for a new text.
    based_on     integer NOT NULL,
    -- Counts the changes: whoever changes it says which one they saw.
    version      integer NOT NULL DEFAULT 1,
    changed_at   timestamptz NOT NULL DEFAULT now(),
    changed_by   bigint NOT NULL REFERENCES staff,
    publish_at   timestamptz,
    scheduled_by bigint REFERENCES staff,
    reason       text NOT NULL DEFAULT '',
    -- Why the clock could not publish it.
    problem      text NOT NULL DEFAULT '',
    UNIQUE (kind, slug, edition),
    CONSTRAINT a_time_has_somebody CHECK ((publish_at IS NULL) = (scheduled_by IS NULL))
);
CREATE INDEX content_drafts_due ON content_drafts (publish_at) WHERE publish_at IS NOT NULL;

-- Filters, order and columns of a list that somebody keeps under a name, alone or for everybody.
CREATE TABLE saved_views (
    id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    staff_id   bigint NOT NULL REFERENCES staff,
    screen     text NOT NULL CHECK (screen ~ '^[a-z][a-z0-9/-]{1,59}$'),
    name       text NOT NULL CHECK (length(name) BETWEEN 1 AND 40),
    query      text NOT NULL CHECK (length(query) BETWEEN 1 AND 2000),
    shared     boolean NOT NULL DEFAULT false,
    created_at timestamptz NOT NULL DEFAULT now(),
    UNIQUE (staff_id, screen, name)
);
CREATE INDEX saved_views_shared ON saved_views (screen, id) WHERE shared;

-- What somebody opened last by the search, and what they pinned there: titles are masked, as the search shows them.
CREATE TABLE staff_found (
    staff_id bigint PRIMARY KEY REFERENCES staff,
    recent   jsonb NOT NULL,
    pinned   jsonb NOT NULL
);

CREATE TABLE exports (
    id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    -- The list, and the query of its address: the filters.
    screen     text NOT NULL,
    query      text NOT NULL CHECK (length(query) <= 2000),
    reason     text NOT NULL CHECK (length(reason) BETWEEN 1 AND 500),
    -- How many rows the filters found when it was asked for.
    expected   bigint NOT NULL CHECK (expected >= 0),
    -- `waiting`: for a second person.
    state      text NOT NULL CHECK (state IN ('waiting', 'making', 'ready', 'failed', 'over')),
    -- A file that cannot be made is not tried for ever.
    tries      integer NOT NULL DEFAULT 0,
    rows       bigint,
    bytes      bigint,
    asked_by   bigint NOT NULL REFERENCES staff,
    asked_at   timestamptz NOT NULL DEFAULT now(),
    made_at    timestamptz,
    expires_at timestamptz,
    downloads  integer NOT NULL DEFAULT 0,
    CONSTRAINT a_file_has_its_figures CHECK
        ((state IN ('ready', 'over')) = (rows IS NOT NULL AND bytes IS NOT NULL AND made_at IS NOT NULL
                                         AND expires_at IS NOT NULL))
);
CREATE INDEX exports_of_staff ON exports (asked_by, id);
CREATE INDEX exports_unmade ON exports (id) WHERE state = 'making';
CREATE INDEX exports_expiring ON exports (expires_at) WHERE state = 'ready';

-- The file in pieces, each small enough to be held in memory.
CREATE TABLE export_pieces (
    export_id bigint NOT NULL REFERENCES exports ON DELETE CASCADE,
    number    integer NOT NULL,
    content   bytea NOT NULL,
    PRIMARY KEY (export_id, number)
);

CREATE TABLE number_days (
    figure text NOT NULL,
    -- In Seoul; the first of the month for what is counted by months.
    day    date NOT NULL,
    -- Such as the reason of an end, or the pool; empty for a figure without parts.
    part   text NOT NULL,
    value  bigint NOT NULL,
    -- What a share is of.
    base   bigint,
    PRIMARY KEY (figure, day, part)
);

-- Visits are counted by their own room, and not kept twice.
CREATE VIEW numbers_kept AS
SELECT figure, day, part, value, base FROM number_days
 UNION ALL
SELECT 'conversion', day, 'visits', count, NULL FROM visit_days WHERE kind = 'visits';

-- What the sender of SMS charges for one message, as the owner has written it down; without it no cost is shown.
CREATE TABLE message_prices (
    kind text PRIMARY KEY CHECK (kind IN ('sms', 'lms')),
    won  numeric(8, 2) NOT NULL CHECK (won BETWEEN 0 AND 10000)
);

CREATE TABLE broadcasts (
    id             bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    channel        text NOT NULL CHECK (channel IN ('mail', 'sms')),
    is_advertising boolean NOT NULL,
    -- As they are sent: what the law wants around an advertisement is in them. An SMS has no subject.
    subject        text NOT NULL CHECK (length(subject) <= 150),
    body           text NOT NULL CHECK (length(body) BETWEEN 1 AND 12000),
    -- To whom, in words.
    audience       text NOT NULL,
    recipients     integer NOT NULL CHECK (recipients > 0),
    written        integer NOT NULL DEFAULT 0,
    -- `waiting`: for a second person.
    state          text NOT NULL CHECK (state IN ('waiting', 'writing', 'done', 'stopped')),
    made_by        bigint NOT NULL REFERENCES staff,
    made_at        timestamptz NOT NULL DEFAULT now(),
    ended_at       timestamptz,
    CONSTRAINT an_end_has_a_time CHECK ((state IN ('done', 'stopped')) = (ended_at IS NOT NULL)),
    CONSTRAINT nobody_is_written_to_twice CHECK (written <= recipients),
    CONSTRAINT a_mail_has_a_subject CHECK ((channel = 'mail') = (subject <> '')),
    -- 정보통신망법 제50조: an advertisement says so in its first words.
    CONSTRAINT an_advertisement_says_so CHECK
        (NOT is_advertising OR CASE channel WHEN 'mail' THEN subject ELSE body END LIKE '(광고)%')
);
CREATE INDEX broadcasts_unwritten ON broadcasts (id) WHERE state = 'writing';

-- Frozen when the button was pressed.
CREATE TABLE broadcast_recipients (
    broadcast_id bigint NOT NULL REFERENCES broadcasts,
    member_id    bigint NOT NULL REFERENCES members ON DELETE CASCADE,
    -- Null until the job has come to them.
    written_at   timestamptz,
    PRIMARY KEY (broadcast_id, member_id)
);
CREATE INDEX broadcast_recipients_left ON broadcast_recipients (broadcast_id, member_id) WHERE written_at IS NULL;
CREATE INDEX broadcast_recipients_member ON broadcast_recipients (member_id);

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
-- What no row may lose, the table may not lose at once.
CREATE TRIGGER authority_requests_are_not_emptied BEFORE TRUNCATE ON authority_requests
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting();

-- Leaks, intrusions and outages: who is affected is frozen, and what the law's clocks ask for is written down step by step
-- (개인정보보호법 제34조: people and authority within 72 hours; 정보통신망법 제48조의3: an intrusion within 24 hours).
CREATE TABLE incidents (
    id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    kind         text NOT NULL CHECK (kind IN ('leak', 'intrusion', 'outage')),
    title        text NOT NULL CHECK (length(title) BETWEEN 2 AND 100),
    -- What is known of it at first; facts that are found later are steps.
    what         text NOT NULL CHECK (length(what) BETWEEN 2 AND 4000),
    -- From which the clocks run.
    noticed_at   timestamptz NOT NULL,
    confirmed_at timestamptz,
    audience     text NOT NULL,
    affected     integer NOT NULL DEFAULT 0 CHECK (affected >= 0),
    made_by      bigint NOT NULL REFERENCES staff,
    made_at      timestamptz NOT NULL DEFAULT now(),
    closed_at    timestamptz,
    CONSTRAINT noticed_before_it_was_written CHECK (noticed_at <= made_at + interval '1 minute'),
    CONSTRAINT an_outage_is_seen CHECK (kind <> 'outage' OR confirmed_at IS NOT NULL)
);
CREATE INDEX incidents_open ON incidents (noticed_at) WHERE closed_at IS NULL;

CREATE TABLE incident_members (
    incident_id bigint NOT NULL REFERENCES incidents,
    member_id   bigint NOT NULL REFERENCES members ON DELETE CASCADE,
    PRIMARY KEY (incident_id, member_id)
);
CREATE INDEX incident_members_member ON incident_members (member_id);

CREATE TABLE incident_steps (
    id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    incident_id bigint NOT NULL REFERENCES incidents,
    kind        text NOT NULL CHECK
        (kind IN ('fact', 'confirmed', 'members_told', 'site_notice', 'authority_told', 'supplement', 'closed')),
    body        text NOT NULL CHECK (length(body) BETWEEN 2 AND 4000),
    at          timestamptz NOT NULL DEFAULT clock_timestamp(),
    -- Null: the clock.
    made_by     bigint REFERENCES staff
);
CREATE INDEX incident_steps_of ON incident_steps (incident_id, id);
CREATE TRIGGER incident_steps_are_append_only BEFORE UPDATE OR DELETE ON incident_steps
    FOR EACH ROW EXECUTE FUNCTION refuse_rewriting();
CREATE TRIGGER incident_steps_are_not_emptied BEFORE TRUNCATE ON incident_steps
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting();

-- From this month on, what one address of the pool costs a month, VAT out. Null: not known from then on.
CREATE TABLE pool_costs (
    pool_id bigint NOT NULL REFERENCES address_pools,
    month   date NOT NULL CHECK (extract(day FROM month) = 1),
    won     integer CHECK (won BETWEEN 0 AND 100000000),
    PRIMARY KEY (pool_id, month)
);

-- Kept by a job; an address without a lease and without a known cost has no row. `cost` is null where it is not known.
CREATE TABLE address_profits (
    month      date NOT NULL CHECK (extract(day FROM month) = 1),
    -- An address that nobody ever had can be deleted (docs/decisions/0152). What it cost goes with it: a number that was
    -- mistyped was never anybody's.
    address_id bigint NOT NULL REFERENCES exit_addresses ON DELETE CASCADE,
    pool_id    bigint NOT NULL REFERENCES address_pools,
    revenue    bigint NOT NULL,
    cost       bigint,
    profit     bigint GENERATED ALWAYS AS (revenue - cost) STORED,
    PRIMARY KEY (month, address_id)
);
-- What is not known stands behind what is.
CREATE INDEX address_profits_best ON address_profits (month, (coalesce(profit, -9e15::bigint)) DESC, address_id);
CREATE INDEX address_profits_of_pool
    ON address_profits (pool_id, month, (coalesce(profit, -9e15::bigint)) DESC, address_id);

-- Which saved view a list opens with, for one of the staff: one of their own, or one that a colleague shares.
CREATE TABLE default_views (
    staff_id bigint NOT NULL REFERENCES staff,
    screen   text NOT NULL,
    view_id  bigint NOT NULL REFERENCES saved_views ON DELETE CASCADE,
    PRIMARY KEY (staff_id, screen)
);
CREATE INDEX default_views_of_view ON default_views (view_id);

-- What stays of a day: how many joined, and how many of them bought within thirty days, by what brought them.
CREATE TABLE touch_days (
    day    date NOT NULL,
    kind   text NOT NULL CHECK (kind IN ('keyword', 'campaign', 'referrer')),
    value  text NOT NULL CHECK (value <> '' AND length(value) <= 253),
    joined integer NOT NULL CHECK (joined > 0),
    paid   integer NOT NULL CHECK (paid BETWEEN 0 AND joined),
    PRIMARY KEY (kind, day, value)
);

-- Days that are no working days beside Saturdays and Sundays, from a calendar that is kept as a library.
CREATE TABLE public_holidays (
    day  date PRIMARY KEY,
    name text NOT NULL
);

-- A leak that some members cannot be told of one by one stands on the site for 30 days (개인정보보호법 시행령 제39조).
CREATE TABLE incident_notices (
    incident_id bigint PRIMARY KEY REFERENCES incidents,
    -- Of the notice among the shop's texts.
    slug        text NOT NULL UNIQUE,
    begun_at    timestamptz NOT NULL DEFAULT clock_timestamp(),
    -- The clock takes it down from then on, and not before.
    ends_at     timestamptz NOT NULL,
    ended_at    timestamptz,
    made_by     bigint NOT NULL REFERENCES staff,
    CONSTRAINT stands_for_thirty_days CHECK (ends_at >= begun_at + interval '30 days')
);
CREATE INDEX incident_notices_standing ON incident_notices (ends_at) WHERE ended_at IS NULL;

-- A shop that has once had all that it needs to sell: nobody asks again what it lacks.
CREATE TABLE shop_opened (
    only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
    at       timestamptz NOT NULL DEFAULT now()
);

-- Who may make one code for a gateway that is running, because a second person has agreed.
CREATE TABLE enrolment_permits (
    gateway_id bigint PRIMARY KEY REFERENCES gateways,
    staff_id   bigint NOT NULL REFERENCES staff,
    until      timestamptz NOT NULL
);

-- Until when each of the newest people cannot be a second person. Before the first sale there is nothing to protect.
CREATE VIEW staff_newcomers AS
    SELECT staff_id, max(used_at) + interval '7 days' AS until
      FROM staff_invitations
     WHERE used_at > now() - interval '7 days' AND vouched_at IS NULL
       AND EXISTS (SELECT FROM orders WHERE paid_at IS NOT NULL)
     GROUP BY staff_id;
