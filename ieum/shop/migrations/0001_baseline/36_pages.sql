-- Which version of a text search engines have been told of (IndexNow). What is not here, or older, is still to be told.
CREATE TABLE told_entries (
    entry_id bigint PRIMARY KEY REFERENCES content_entries ON DELETE CASCADE,
    number   integer NOT NULL,
    told_at  timestamptz NOT NULL DEFAULT now()
);

-- And which they refused to hear of: sent again unchanged at once, it would be refused again.
CREATE TABLE refused_entries (
    entry_id   bigint PRIMARY KEY REFERENCES content_entries ON DELETE CASCADE,
    number     integer NOT NULL,
    refused_at timestamptz NOT NULL DEFAULT now()
);
