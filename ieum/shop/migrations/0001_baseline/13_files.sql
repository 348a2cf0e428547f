-- Pictures and attachments. Their address says their content, so neither ever changes.
CREATE TABLE content_files (
    key        text GENERATED ALWAYS AS (left(encode(sha256(content), 'hex'), 16) || '-' || name) STORED PRIMARY KEY,
    name       text NOT NULL CHECK (name ~ '^[0-9A-Za-z가-힣][0-9A-Za-z가-힣._-]{0,99}$'),
    hash       text GENERATED ALWAYS AS (encode(sha256(content), 'hex')) STORED,
    media_type text NOT NULL,
    size       integer GENERATED ALWAYS AS (octet_length(content)) STORED,
    -- Of pictures.
    width      integer CHECK (width > 0),
    height     integer CHECK (height > 0),
    content    bytea NOT NULL CHECK (octet_length(content) <= 100 * 1024 * 1024)
);
-- Not compressed, so that a part of it is read without the rest.
ALTER TABLE content_files ALTER COLUMN content SET STORAGE EXTERNAL;
