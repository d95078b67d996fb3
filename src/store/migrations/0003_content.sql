-- A revision starts again at 1 when an id that was deleted is imported again, also by another account. What is
-- remembered of a label goes by this instead, which is random and so never comes back: not with the id, and not
-- with a backup that is restored, as a number that only grows would.
ALTER TABLE labels ADD COLUMN content_id uuid NOT NULL DEFAULT gen_random_uuid();
-- Names of the label's dynamic tokens as a JSON array, which take long to find. NULL has them found when they are
-- needed: a later version that finds others only has to empty this column.
ALTER TABLE labels ADD COLUMN token_names text;

-- Whatever changes a label, the API's import or a statement by hand, makes it another content; to note the names
-- that were found does not.
CREATE FUNCTION platen_new_content() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  named record;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    named := OLD;
    named.token_names := NEW.token_names;
    IF NEW IS NOT DISTINCT FROM named THEN RETURN NEW; END IF;
  END IF;
  NEW.content_id := gen_random_uuid();
  NEW.token_names := NULL;
  RETURN NEW;
END $$;

CREATE TRIGGER new_content BEFORE INSERT OR UPDATE ON labels
  FOR EACH ROW EXECUTE FUNCTION platen_new_content();

DROP TRIGGER tell_change ON labels;
CREATE TRIGGER tell_change AFTER UPDATE ON labels
  FOR EACH ROW WHEN (OLD.content_id <> NEW.content_id) EXECUTE FUNCTION platen_tell_change('label');
CREATE TRIGGER tell_delete AFTER DELETE ON labels
  FOR EACH ROW EXECUTE FUNCTION platen_tell_change('label');
