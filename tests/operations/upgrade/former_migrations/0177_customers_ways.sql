-- What a gateway says of its host: why customers do not get through, in Korean; and whether nobody does by some line.
ALTER TABLE gateways ADD COLUMN troubles text;
ALTER TABLE gateways ADD COLUMN stops_customers boolean NOT NULL DEFAULT false;
ALTER TABLE gateways ADD CONSTRAINT who_stops_customers_says_why CHECK (troubles IS NOT NULL OR NOT stops_customers);
