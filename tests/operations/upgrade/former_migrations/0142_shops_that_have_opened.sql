-- A shop that has once had all that it needs to sell: nobody asks again what it lacks.
CREATE TABLE shop_opened (
    only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
    at       timestamptz NOT NULL DEFAULT now()
);
