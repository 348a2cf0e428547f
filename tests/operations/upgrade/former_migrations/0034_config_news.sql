-- Cached answers live for a second, so nobody has to announce what pages show any more. Only the list of blocked
-- addresses is still followed, and it stands in site_config.
DROP TRIGGER config_changes_pages ON site_config;
DROP TRIGGER plans_change_pages ON plans;
DROP TRIGGER prices_change_pages ON plan_prices;
DROP TRIGGER documents_change_pages ON agreement_documents;
DROP TRIGGER content_changes_pages ON content_entries;
DROP FUNCTION tell_pages();

CREATE FUNCTION announce_config() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('config_changed', '');
    RETURN NULL;
END
$$;
CREATE TRIGGER config_changes_are_announced AFTER INSERT OR UPDATE ON site_config
    FOR EACH STATEMENT EXECUTE FUNCTION announce_config();
