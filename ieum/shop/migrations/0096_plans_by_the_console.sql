-- Whom a new price reaches, before it is decided: the running subscriptions of a plan.
CREATE INDEX subscriptions_plan ON subscriptions (plan_id) WHERE state <> 'ended';
