-- What the operator publishes: notices, questions and answers, guides, pages, legal documents, releases.

-- The categories of questions, in the order of lists; of what is none, nothing.
CREATE FUNCTION category_order(category text) RETURNS integer LANGUAGE sql IMMUTABLE AS $$
    SELECT array_position(ARRAY['product', 'connection', 'payment', 'account', 'address'], category)
$$;

-- What the configuration said when the texts that quote it were last published because of it.
CREATE TABLE content_filled (
    the_only_one boolean PRIMARY KEY DEFAULT true CHECK (the_only_one),
    said         jsonb NOT NULL
);

CREATE TABLE content_version_files (
    entry_id bigint NOT NULL,
    number   integer NOT NULL,
    file_key text NOT NULL REFERENCES content_files,
    PRIMARY KEY (entry_id, number, file_key)
);
CREATE INDEX content_version_files_of ON content_version_files (file_key);

-- Old addresses and where their text is now; nowhere (NULL) where it is gone.
CREATE TABLE moved_pages (
    from_path text PRIMARY KEY CHECK (from_path ~ '^/[^?#]*$' AND length(from_path) <= 500),
    to_path   text CHECK (to_path ~ '^/' AND to_path <> from_path),
    entry_id  bigint NOT NULL
);
CREATE INDEX moved_pages_entry ON moved_pages (entry_id);

CREATE TABLE content_entries (
    id             bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    kind           text NOT NULL CHECK (kind IN ('notice', 'faq', 'guide', 'page', 'legal', 'release')),
    -- Compared alike everywhere: where times are equal it decides what comes first.
    slug           text COLLATE "C" NOT NULL CHECK (length(slug) <= 80 AND slug ~ '^[a-z0-9](-?[a-z0-9])*$'),
    -- Of a legal document several are in the shop at once: of the past, in force, announced.
    edition        text NOT NULL DEFAULT '' CHECK (edition ~ '^([0-9]{4}-[0-9]{2}-[0-9]{2})?$'),
    current_number integer NOT NULL DEFAULT 1,
    -- What lists need of the current version.
    publish_at     timestamptz NOT NULL,
    withdrawn      boolean NOT NULL DEFAULT false,
    pinned         boolean NOT NULL DEFAULT false,
    category       text CHECK (category IS NULL OR category_order(category) IS NOT NULL),
    position       integer NOT NULL DEFAULT 0,
    at_home        boolean NOT NULL DEFAULT false,
    -- From the midnight in Seoul with which this day begins.
    effective_from date,
    -- How many notices of the list are not newer than this one, itself included; pinned ones stand outside.
    place          integer,
    -- Null: it applies under either setting.
    refund_mode    text CHECK (refund_mode IN ('law', 'owner')),
    UNIQUE (kind, slug, edition),
    CONSTRAINT legal_has_editions CHECK ((kind = 'legal') = (edition <> '')),
    CONSTRAINT legal_takes_effect CHECK ((kind = 'legal') = (effective_from IS NOT NULL)),
    CONSTRAINT faq_has_a_category CHECK ((kind = 'faq') = (category IS NOT NULL)),
    CONSTRAINT only_faqs_at_home CHECK (kind = 'faq' OR NOT at_home),
    CONSTRAINT only_notices_are_pinned CHECK (kind = 'notice' OR NOT pinned),
    CONSTRAINT only_notices_have_a_place CHECK (kind = 'notice' OR place IS NULL),
    CONSTRAINT only_legal_follows_the_rule CHECK (kind = 'legal' OR refund_mode IS NULL)
);
CREATE INDEX content_entries_published ON content_entries (kind, publish_at, slug) WHERE NOT withdrawn;
CREATE INDEX content_entries_pinned ON content_entries (publish_at, slug) WHERE pinned AND NOT withdrawn;
CREATE INDEX content_entries_place ON content_entries (place) WHERE place IS NOT NULL;
-- The list of texts in the console.
CREATE INDEX content_entries_newest ON content_entries (publish_at DESC, id DESC);
CREATE INDEX content_entries_of_kind ON content_entries (kind, publish_at DESC, id DESC);

-- Whoever writes them: a page deep in the list is found by its places, and the newest place is the total.
CREATE FUNCTION number_notices() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE content_entries e
       SET place = n.place
      FROM (SELECT id, CASE WHEN NOT withdrawn AND NOT pinned THEN
                           row_number() OVER (PARTITION BY withdrawn OR pinned ORDER BY publish_at, slug) END AS place
              FROM content_entries WHERE kind = 'notice') n
     WHERE e.id = n.id AND e.place IS DISTINCT FROM n.place;
    RETURN NULL;
END
$$;
CREATE TRIGGER notices_are_numbered AFTER INSERT OR DELETE OR UPDATE OF publish_at, withdrawn, pinned ON content_entries
    FOR EACH STATEMENT EXECUTE FUNCTION number_notices();

ALTER TABLE moved_pages ADD FOREIGN KEY (entry_id) REFERENCES content_entries;

-- Rendered once, when it is published. What people have read is never edited: a change is a new version.
CREATE TABLE content_versions (
    entry_id    bigint NOT NULL REFERENCES content_entries,
    number      integer NOT NULL CHECK (number >= 1),
    changed_at  timestamptz NOT NULL,
    -- The file as it was written, but for its times, which are columns.
    source      text NOT NULL,
    title       text NOT NULL CHECK (length(title) BETWEEN 1 AND 150),
    description text NOT NULL CHECK (length(description) <= 300),
    image       text NOT NULL DEFAULT '',
    html        text NOT NULL,
    -- What stands before the first heading, and [{id, title, html}] from there on.
    lead        text NOT NULL,
    sections    jsonb NOT NULL,
    plain_text  text NOT NULL,
    -- What only its kind has.
    details     jsonb NOT NULL,
    -- What the placeholders said that stand in its source.
    said        jsonb NOT NULL DEFAULT '{}',
    PRIMARY KEY (entry_id, number)
);
-- For the sitemap's index: when each text changed, without reading the texts. With 100,000 it takes less than half the time.
CREATE INDEX content_versions_changed ON content_versions (entry_id, number) INCLUDE (changed_at);

CREATE FUNCTION refuse_new_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'versions of texts never change' USING ERRCODE = 'check_violation', CONSTRAINT = 'versions_stay';
END
$$;
CREATE TRIGGER versions_stay BEFORE UPDATE OR DELETE ON content_versions
    FOR EACH ROW EXECUTE FUNCTION refuse_new_words();

ALTER TABLE consents ADD CONSTRAINT consents_text FOREIGN KEY (text_entry_id, text_number)
    REFERENCES content_versions (entry_id, number) MATCH FULL;

ALTER TABLE content_version_files ADD FOREIGN KEY (entry_id, number) REFERENCES content_versions;

-- Exactly one version is the current one, and it is one of its own.
ALTER TABLE content_entries ADD CONSTRAINT current_is_one_of_its_versions
    FOREIGN KEY (id, current_number) REFERENCES content_versions (entry_id, number) DEFERRABLE INITIALLY DEFERRED;

-- The edition of each legal document that binds today; the day begins at midnight in Seoul.
CREATE VIEW legal_in_force AS
SELECT DISTINCT ON (slug) slug, id AS entry_id, edition, current_number AS number, effective_from
  FROM content_entries
 WHERE kind = 'legal' AND NOT withdrawn AND publish_at <= now()
   AND effective_from <= (now() AT TIME ZONE 'Asia/Seoul')::date
   AND (refund_mode IS NULL OR refund_mode = (SELECT c.refund_mode FROM site_config c))
 ORDER BY slug, effective_from DESC, edition DESC;

-- The editions before it. They are kept as they were while they bound.
CREATE VIEW legal_replaced AS
SELECT e.id AS entry_id
  FROM content_entries e
  JOIN legal_in_force f USING (slug)
 WHERE e.kind = 'legal' AND (e.effective_from, e.edition) < (f.effective_from, f.edition)
   AND (e.refund_mode IS NULL OR e.refund_mode = (SELECT c.refund_mode FROM site_config c));
