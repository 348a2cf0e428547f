-- What a visitor's page shows has changed: rendered pages of before are stale from this commit on.
CREATE FUNCTION tell_pages() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('pages_changed', '');
    RETURN NULL;
END
$$;
CREATE TRIGGER config_changes_pages AFTER INSERT OR UPDATE ON site_config
    FOR EACH STATEMENT EXECUTE FUNCTION tell_pages();
CREATE TRIGGER plans_change_pages AFTER INSERT OR UPDATE OR DELETE ON plans
    FOR EACH STATEMENT EXECUTE FUNCTION tell_pages();
CREATE TRIGGER prices_change_pages AFTER INSERT ON plan_prices
    FOR EACH STATEMENT EXECUTE FUNCTION tell_pages();
CREATE TRIGGER stock_changes_pages AFTER INSERT OR UPDATE OF available_at ON exit_addresses
    FOR EACH STATEMENT EXECUTE FUNCTION tell_pages();
CREATE TRIGGER documents_change_pages AFTER INSERT ON agreement_documents
    FOR EACH STATEMENT EXECUTE FUNCTION tell_pages();
