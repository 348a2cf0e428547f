-- An address that nobody ever had can be deleted (docs/decisions/0152). What it cost goes with it: a number that was
-- mistyped was never anybody's. Tried beside the release before, which deletes no address.
ALTER TABLE address_profits
    DROP CONSTRAINT address_profits_address_id_fkey,
    ADD CONSTRAINT address_profits_address_id_fkey
        FOREIGN KEY (address_id) REFERENCES exit_addresses ON DELETE CASCADE NOT VALID;
