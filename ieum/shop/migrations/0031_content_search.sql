-- What is found of the texts. Their words are taken apart by ieum/shop/content/search/rules.py when a text is published.
CREATE TABLE search_documents (
    entry_id    bigint PRIMARY KEY REFERENCES content_entries ON DELETE CASCADE,
    -- As they were published, as far as that is known when they come.
    number      bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
    publish_at  timestamptz NOT NULL,
    body        text NOT NULL,
    -- Short enough to stay in the row, where it is read for every text that is found.
    title_words tsvector NOT NULL,
    words       tsvector NOT NULL
);
-- At once into the index itself: a list of what is still to be put there would be read with every search.
CREATE INDEX search_documents_words ON search_documents USING gin (words) WITH (fastupdate = off);

-- Every thousand and every ten thousand has a lexeme of its own, so that the index can be asked for the newest alone.
CREATE FUNCTION label_by_number() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.words := NEW.words
        || array_to_tsvector(ARRAY['#1000:' || NEW.number / 1000, '#10000:' || NEW.number / 10000]);
    RETURN NEW;
END
$$;
CREATE TRIGGER documents_are_labelled BEFORE INSERT OR UPDATE OF words ON search_documents
    FOR EACH ROW EXECUTE FUNCTION label_by_number();

-- The last two of these: 1,000 to 2,000 texts, or 10,000 to 20,000.
CREATE FUNCTION newest_label(size integer) RETURNS tsquery LANGUAGE sql STABLE AS $$
    SELECT format('''#%s:%s'' | ''#%s:%s''', size, last, size, last - 1)::tsquery
      FROM (SELECT coalesce(max(number), 0) / size AS last FROM search_documents) numbers
$$;

-- Titles first, then the newest. Where the newest thousands have more than `enough` of what is asked for, in its
-- `strict` form, only they are looked through; then the newest ten thousands; then all, up to 5,000 texts. The rarer a
-- word is, the more texts are asked for it, so that in a shop of 100,000 none costs more than a few milliseconds.
CREATE FUNCTION find_texts(strict tsquery, loose tsquery, among tsquery, enough integer)
    RETURNS TABLE (entry_id bigint, is_complete boolean) LANGUAGE sql STABLE
    -- What it costs to unpack a text's words for every row is what the planner thinks too little of.
    SET enable_seqscan = off AS $$
    WITH newest AS MATERIALIZED (
        SELECT d.entry_id, d.publish_at, d.title_words @@ loose AS in_title
          FROM search_documents d
         WHERE d.words @@ (strict && among && (SELECT newest_label(1000)))
           AND d.publish_at <= now()
    ), newer AS MATERIALIZED (
        SELECT d.entry_id, d.publish_at, d.title_words @@ loose AS in_title
          FROM search_documents d
         WHERE (SELECT count(*) FROM newest) <= enough
           AND d.words @@ (strict && among && (SELECT newest_label(10000)))
           AND d.publish_at <= now()
    ), anywhere AS MATERIALIZED (
        SELECT d.entry_id, d.publish_at, d.title_words @@ loose AS in_title
          FROM search_documents d
         WHERE (SELECT count(*) FROM newest) <= enough
           AND (SELECT count(*) FROM newer) <= enough
           AND d.words @@ (loose && among)
           AND d.publish_at <= now()
         LIMIT 5000
    )
    SELECT found.entry_id,
           (SELECT count(*) FROM newest) <= enough
               AND (SELECT count(*) FROM newer) <= enough
               AND (SELECT count(*) FROM anywhere) < 5000
      FROM (TABLE newest UNION TABLE newer UNION TABLE anywhere) found
     ORDER BY found.in_title DESC, found.publish_at DESC, found.entry_id DESC
$$;
