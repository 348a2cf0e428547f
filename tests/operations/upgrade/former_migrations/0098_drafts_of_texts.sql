-- Texts that somebody in the console is writing: nobody reads them until they are published, at once or at their time.
CREATE TABLE content_drafts (
    id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    kind         text NOT NULL CHECK (kind IN ('notice', 'faq', 'guide', 'page', 'legal')),
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

-- The list of texts in the console.
CREATE INDEX content_entries_newest ON content_entries (publish_at DESC, id DESC);
CREATE INDEX content_entries_of_kind ON content_entries (kind, publish_at DESC, id DESC);
