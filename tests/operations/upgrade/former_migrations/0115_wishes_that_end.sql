-- A wish that nobody answered for a week is ended by the clock, so that what waits beside it ends, too: nobody decides that.
-- And whoever asked is told what became of their wish, until they have looked.
ALTER TABLE staff_approvals
    ADD COLUMN seen_at timestamptz,
    DROP CONSTRAINT staff_approvals_state_check,
    ADD CONSTRAINT staff_approvals_state_check
        CHECK (state IN ('asked', 'confirmed', 'refused', 'withdrawn', 'expired')),
    DROP CONSTRAINT what_is_decided_has_somebody,
    ADD CONSTRAINT what_is_decided_has_somebody
        CHECK ((state = 'asked') = (decided_at IS NULL)
               AND (state IN ('asked', 'expired')) = (decided_by IS NULL));
-- What was decided before is no news.
UPDATE staff_approvals SET seen_at = decided_at WHERE decided_at IS NOT NULL;
CREATE INDEX staff_approvals_unseen ON staff_approvals (asked_by) WHERE decided_at IS NOT NULL AND seen_at IS NULL;
