-- Which saved view a list opens with, for one of the staff: one of their own, or one that a colleague shares.
CREATE TABLE default_views (
    staff_id bigint NOT NULL REFERENCES staff,
    screen   text NOT NULL,
    view_id  bigint NOT NULL REFERENCES saved_views ON DELETE CASCADE,
    PRIMARY KEY (staff_id, screen)
);
CREATE INDEX default_views_of_view ON default_views (view_id);
