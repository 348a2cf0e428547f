-- A report writes the newest handshake of each device: with an index on it, no row kept its place in the indexes, which
-- cost twice the processor time and half as much log again. The job that ends silent sessions, which it was for, reads
-- those that run once a minute for a fraction of that (docs/decisions/0132, docs/scale.md).
DROP INDEX device_usage_silent;
