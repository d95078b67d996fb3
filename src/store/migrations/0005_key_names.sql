-- For people; an empty one is none. A step of its own: who held two tables at once could wait for a request that has one
-- of them and waits for the other.
ALTER TABLE keys ADD COLUMN name text NOT NULL DEFAULT '';
