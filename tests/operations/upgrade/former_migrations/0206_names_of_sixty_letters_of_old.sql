ALTER TABLE members VALIDATE CONSTRAINT members_name_check;
