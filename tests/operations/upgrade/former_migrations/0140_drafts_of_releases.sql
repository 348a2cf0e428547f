-- Releases are written in the console, as other texts are.
ALTER TABLE content_drafts DROP CONSTRAINT content_drafts_kind_check;
ALTER TABLE content_drafts ADD CONSTRAINT content_drafts_kind_check
    CHECK (kind IN ('notice', 'faq', 'guide', 'page', 'legal', 'release'));
