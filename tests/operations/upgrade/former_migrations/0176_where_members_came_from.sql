-- The name of the shop that members knew, for the mail by which they hear of their move.
ALTER TABLE moving_runs ADD COLUMN came_from text CHECK (length(came_from) BETWEEN 1 AND 80);
