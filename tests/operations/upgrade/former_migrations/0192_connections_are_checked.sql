ALTER TABLE exits VALIDATE CONSTRAINT exits_connections_check;
