-- Of its own, because the tables that a lapse names are locked while it is made.
INSERT INTO lapses (subscription_id, billing_method_id, member_id, at)
SELECT id, billing_method_id, member_id, coalesce(ended_at, suspended_at) FROM subscriptions
 WHERE state = 'suspended' OR (end_reason = 'unpaid' AND ended_at > now() - interval '1 year');
