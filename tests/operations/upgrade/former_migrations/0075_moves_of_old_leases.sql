-- Leases are deleted five years after they ended (0068). A move goes with its leases: it referred to them, so the first one
-- would have kept every older lease of the shop.
ALTER TABLE service_moves
    DROP CONSTRAINT service_moves_old_lease_id_fkey,
    DROP CONSTRAINT service_moves_new_lease_id_fkey,
    ADD CONSTRAINT service_moves_old_lease_id_fkey FOREIGN KEY (old_lease_id) REFERENCES leases ON DELETE CASCADE,
    ADD CONSTRAINT service_moves_new_lease_id_fkey FOREIGN KEY (new_lease_id) REFERENCES leases ON DELETE CASCADE;
