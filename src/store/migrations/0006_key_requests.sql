-- How often the key was used, refused requests included.
ALTER TABLE key_uses ADD COLUMN requests bigint NOT NULL DEFAULT 0;
