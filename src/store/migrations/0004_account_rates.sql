-- Units a minute of the account and of each of its keys; NULL is the deployment's RATE_UNITS_PER_MINUTE.
ALTER TABLE accounts ADD COLUMN rate_units_per_minute integer CHECK (rate_units_per_minute BETWEEN 1 AND 10000000);
