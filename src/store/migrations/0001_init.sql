-- Instants are kept to the millisecond, which is what the API shows: the order of a list is then the order
-- that its readers see.
CREATE FUNCTION platen_now() RETURNS timestamptz LANGUAGE sql STABLE
  AS $$ SELECT date_trunc('milliseconds', now()) $$;

CREATE TABLE accounts (
  id         uuid PRIMARY KEY,
  name       text NOT NULL,
  plan       text NOT NULL CHECK (plan IN ('free', 'pro')),
  granted    boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT platen_now()
);

CREATE TABLE teams (
  id         text PRIMARY KEY,
  created_at timestamptz NOT NULL DEFAULT platen_now()
);

CREATE TABLE memberships (
  account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  team_id    text NOT NULL REFERENCES teams ON DELETE CASCADE,
  PRIMARY KEY (account_id, team_id)
);

CREATE TABLE keys (
  id         uuid PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  -- SHA-256 of the whole value, lower-case hexadecimal.
  digest     text NOT NULL UNIQUE CHECK (digest ~ '^[0-9a-f]{64}$'),
  prefix     text NOT NULL,
  last4      text NOT NULL,
  type       text NOT NULL CHECK (type IN ('full', 'render')),
  created_at timestamptz NOT NULL DEFAULT platen_now(),
  revoked_at timestamptz
);
CREATE INDEX keys_of_account ON keys (account_id) WHERE revoked_at IS NULL;

CREATE TABLE labels (
  id               uuid PRIMARY KEY,
  account_id       uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  team_id          text REFERENCES teams,
  name             text NOT NULL,
  -- Millimetres; odd values are kept, and refused when they are rendered.
  width            double precision NOT NULL,
  height           double precision NOT NULL,
  dpi              double precision NOT NULL,
  output_format    text NOT NULL CHECK (output_format IN ('bitmap', 'vector')),
  -- UTF-8. Not text, which cannot hold NUL.
  zpl              bytea,
  -- JSON with escapes as written. Not jsonb, which refuses \u0000.
  dynamic_tokens   text NOT NULL,
  field_transforms text NOT NULL,
  revision         integer NOT NULL DEFAULT 1,
  created_at       timestamptz NOT NULL DEFAULT platen_now(),
  updated_at       timestamptz NOT NULL DEFAULT platen_now()
);
CREATE INDEX labels_page ON labels (account_id, updated_at DESC, id DESC) WHERE team_id IS NULL;
CREATE INDEX labels_of_account ON labels (account_id);

-- Tells every process that listens what to forget: "key ID", "account ID" or "label ID".
CREATE FUNCTION platen_tell_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('platen_changed', TG_ARGV[0] || ' ' || OLD.id);
  RETURN NULL;
END $$;

CREATE FUNCTION platen_tell_membership() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN PERFORM pg_notify('platen_changed', 'account ' || OLD.account_id); END IF;
  IF TG_OP <> 'DELETE' THEN PERFORM pg_notify('platen_changed', 'account ' || NEW.account_id); END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER tell_change AFTER UPDATE OR DELETE ON accounts
  FOR EACH ROW EXECUTE FUNCTION platen_tell_change('account');
CREATE TRIGGER tell_change AFTER UPDATE OR DELETE ON keys
  FOR EACH ROW EXECUTE FUNCTION platen_tell_change('key');
CREATE TRIGGER tell_change AFTER UPDATE OR DELETE ON labels
  FOR EACH ROW EXECUTE FUNCTION platen_tell_change('label');
CREATE TRIGGER tell_change AFTER INSERT OR UPDATE OR DELETE ON memberships
  FOR EACH ROW EXECUTE FUNCTION platen_tell_membership();
