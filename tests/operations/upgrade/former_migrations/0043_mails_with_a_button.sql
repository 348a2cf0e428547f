-- The main action of a mail: the words on its button and the page behind it. Both are empty where there is none.
-- The page is an address of the shop without its host, which the worker knows when it sends the mail.
ALTER TABLE messages
    ADD COLUMN button_label text NOT NULL DEFAULT '',
    ADD COLUMN button_path  text NOT NULL DEFAULT '' CHECK (button_path ~ '^(/([^/\\\s]\S*)?)?$'),
    ADD CONSTRAINT a_button_has_words_and_a_page CHECK ((button_label = '') = (button_path = ''));
