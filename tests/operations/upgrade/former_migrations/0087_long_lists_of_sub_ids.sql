-- An owner's list is counted, searched and turned to its last page by the index alone: the rows of one owner's sub-ids are
-- spread over the whole table, so reading a thousand of them costs a thousand pages.
CREATE INDEX members_of_owner ON members (owner_id, id) INCLUDE (login_id, name, left_at, removed_at, joined_at)
    WHERE owner_id IS NOT NULL;
DROP INDEX members_owner;
ALTER INDEX members_of_owner RENAME TO members_owner;
