-- Apart from the keys, because every update of a key tells all processes to forget it.
CREATE TABLE key_uses (
  key_id  uuid PRIMARY KEY REFERENCES keys ON DELETE CASCADE,
  -- To the minute, by the clock of the process that was asked.
  used_at timestamptz NOT NULL
);
