-- Words of inquiries are kept by ten thousand inquiries: a word that a hundred thousand of them have is looked for among the
-- newest, where a search that took the first it found had only the oldest, and collected all others for nothing.
CREATE FUNCTION words_of_inquiry(inquiry bigint, said text) RETURNS tsvector LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
    words text[] := tsvector_to_array(to_tsvector('simple', said));
    bucket text := inquiry / 10000 || '.';
BEGIN
    FOR n IN 1..coalesce(cardinality(words), 0) LOOP
        words[n] := bucket || words[n];
    END LOOP;
    RETURN array_to_tsvector(words);
END
$$;

DROP INDEX inquiries_words;
CREATE INDEX inquiries_words ON inquiries USING gin (words_of_inquiry(id, title));
DROP INDEX inquiry_messages_words;
CREATE INDEX inquiry_messages_words ON inquiry_messages USING gin (words_of_inquiry(inquiry_id, body));

-- Lists of inquiries are counted without those of members who left, which an index of these alone says.
CREATE INDEX members_who_left ON members (id) WHERE left_at IS NOT NULL;
-- Of what an inquiry is one of few each: a list of two of them finds how few there are.
CREATE INDEX inquiries_of_kinds ON inquiries (category, assignee_id, state, member_id);
CREATE INDEX inquiries_of_nobody ON inquiries (state, category, member_id) WHERE taken_by IS NULL;
