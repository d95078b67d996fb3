-- Earlier revisions of labels, each as it was until the next one replaced it: at most 49 of a label, which with the
-- present one are 50. They go with the label.
CREATE TABLE label_revisions (
  label_id         uuid NOT NULL REFERENCES labels ON DELETE CASCADE,
  revision         integer NOT NULL,
  team_id          text,
  name             text NOT NULL,
  width            double precision NOT NULL,
  height           double precision NOT NULL,
  dpi              double precision NOT NULL,
  output_format    text NOT NULL,
  zpl              bytea,
  dynamic_tokens   text NOT NULL,
  field_transforms text NOT NULL,
  updated_at       timestamptz NOT NULL,
  PRIMARY KEY (label_id, revision)
);

CREATE FUNCTION platen_keep_revision() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO label_revisions VALUES (OLD.id, OLD.revision, OLD.team_id, OLD.name, OLD.width, OLD.height, OLD.dpi,
    OLD.output_format, OLD.zpl, OLD.dynamic_tokens, OLD.field_transforms, OLD.updated_at)
  ON CONFLICT DO NOTHING;
  DELETE FROM label_revisions WHERE label_id = OLD.id AND revision <= NEW.revision - 50;
  RETURN NULL;
END $$;

CREATE TRIGGER keep_revision AFTER UPDATE ON labels
  FOR EACH ROW WHEN (OLD.revision <> NEW.revision) EXECUTE FUNCTION platen_keep_revision();
