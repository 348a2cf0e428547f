-- Every order changes the stock. A NOTIFY in its transaction makes all orders commit one after the other, each
-- waiting for the disk, and throws away every kept page just when the shop is busiest. Pages learn of the stock
-- by asking again, which they do every second.
DROP TRIGGER stock_changes_pages ON exit_addresses;
