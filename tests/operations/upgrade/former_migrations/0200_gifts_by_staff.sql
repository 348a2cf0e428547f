-- What staff give without a second person, in won, so that one limit a day holds over all of its kinds (decision 0150).
CREATE TABLE staff_gifts (
    id        bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
    -- Whose day it counts in. NULL in the rows of a bulk change, whose sum is one row of its maker.
    staff_id  bigint REFERENCES staff,
    -- Who received it. NULL for a bulk change as a whole, and for refunds by the rules, which members can have by themselves.
    member_id bigint REFERENCES members,
    what      text NOT NULL CHECK (what IN ('refund', 'points', 'tickets', 'days')),
    won       bigint NOT NULL CHECK (won > 0),
    given_at  timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT gift_has_a_side CHECK (staff_id IS NOT NULL OR member_id IS NOT NULL)
);
CREATE INDEX staff_gifts_by ON staff_gifts (staff_id, given_at) WHERE staff_id IS NOT NULL;
CREATE INDEX staff_gifts_to ON staff_gifts (member_id, given_at) WHERE member_id IS NOT NULL;

-- What a month of a plan costs at most by the prices in force; of one without any price, what the dearest plan costs.
CREATE FUNCTION dearest_month(of_plan bigint) RETURNS numeric LANGUAGE sql STABLE AS $$
    WITH in_force AS (
        SELECT DISTINCT ON (plan_id, months) plan_id, amount::numeric / months AS a_month
          FROM plan_prices WHERE effective_from <= now() ORDER BY plan_id, months, effective_from DESC
    )
    SELECT coalesce(max(a_month) FILTER (WHERE plan_id = of_plan), max(a_month), 0) FROM in_force
$$;
-- What a ticket costs at most, or if none is sold, a month of the dearest plan.
CREATE FUNCTION dearest_ticket() RETURNS bigint LANGUAGE sql STABLE AS $$
    WITH in_force AS (
        SELECT DISTINCT ON (p.plan_id, p.months) p.amount, p.amount / p.months AS a_month, l.kind
          FROM plan_prices p JOIN plans l ON l.id = p.plan_id
         WHERE p.effective_from <= now() ORDER BY p.plan_id, p.months, p.effective_from DESC
    )
    SELECT coalesce(max(amount) FILTER (WHERE kind = 'ticket'), max(a_month), 0)::bigint FROM in_force
$$;
