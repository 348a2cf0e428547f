-- What is found of the texts. Their words are taken apart by ieum/shop/search/rules.py when a text is published.
CREATE TABLE search_documents (
    entry_id    bigint PRIMARY KEY REFERENCES content_entries ON DELETE CASCADE,
    -- As they were published, as far as that is known when they come.
    number      bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
    publish_at  timestamptz NOT NULL,
    -- Its slug and its kind, which are the same in every shop: where times are equal it decides what comes first.
    name        text COLLATE "C" NOT NULL,
    body        text NOT NULL,
    -- Short enough to stay in the row, where it is read for every text that is found.
    title_words tsvector NOT NULL,
    words       tsvector NOT NULL
);
-- At once into the index itself: a list of what is still to be put there would be read with every search.
CREATE INDEX search_documents_words ON search_documents USING gin (words) WITH (fastupdate = off);

-- Every thousand has a lexeme of its own, so that the index can be asked for the newest alone.
CREATE FUNCTION label_by_number() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.words := NEW.words || array_to_tsvector(ARRAY['#1000:' || NEW.number / 1000]);
    RETURN NEW;
END
$$;
CREATE TRIGGER documents_are_labelled BEFORE INSERT OR UPDATE OF words ON search_documents
    FOR EACH ROW EXECUTE FUNCTION label_by_number();

-- The last of these, of which the very last one is not full.
CREATE FUNCTION newest_thousands(wanted bigint) RETURNS tsquery LANGUAGE sql STABLE AS $$
    SELECT string_agg(format('''#1000:%s''', number), ' | ')::tsquery
      FROM (SELECT coalesce(max(number), 0) / 1000 AS last FROM search_documents) numbers,
           generate_series(greatest(last - wanted + 1, 0), last) number
$$;

-- Titles first, then the newest. Where the newest 1,000 to 2,000 texts have more than `enough` of what is asked for, in
-- its `strict` form, only they are looked through. Where they have a good part of that, so many thousands are as should
-- have enough; else all, up to 5,000 texts. The thousands stand first and by themselves: the index then goes straight to
-- where they begin, and meets nothing older. The rarer a word is, the more texts are asked for it, so that in a shop of
-- 100,000 none costs more than a few milliseconds.
CREATE FUNCTION find_texts(strict tsquery, loose tsquery, among tsquery, enough integer)
    RETURNS TABLE (entry_id bigint, is_complete boolean) LANGUAGE sql STABLE
    -- What it costs to unpack a text's words for every row is what the planner thinks too little of.
    SET enable_seqscan = off AS $$
    WITH newest AS MATERIALIZED (
        SELECT d.entry_id, d.publish_at, d.name, d.title_words @@ loose AS in_title
          FROM search_documents d
         WHERE d.words @@ (SELECT newest_thousands(2))
           AND d.words @@ (strict && among)
           AND d.publish_at <= now()
    ), newer AS MATERIALIZED (
        SELECT d.entry_id, d.publish_at, d.name, d.title_words @@ loose AS in_title
          FROM search_documents d
         WHERE (SELECT count(*) FROM newest) BETWEEN enough / 10 AND enough
           AND d.words @@ (SELECT newest_thousands(1 + 3 * enough::bigint / greatest(count(*), 1)) FROM newest)
           AND d.words @@ (strict && among)
           AND d.publish_at <= now()
    ), anywhere AS MATERIALIZED (
        SELECT d.entry_id, d.publish_at, d.name, d.title_words @@ loose AS in_title
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
     ORDER BY found.in_title DESC, found.publish_at DESC, found.name DESC
$$;
