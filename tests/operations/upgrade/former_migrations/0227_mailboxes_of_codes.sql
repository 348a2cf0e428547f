-- The number, or the address as its mailbox is counted: a mailbox has many spellings, and each would have a limit of
-- its own. Without it are the rows of before, which are deleted within days.
ALTER TABLE verifications ADD COLUMN mailbox text;
