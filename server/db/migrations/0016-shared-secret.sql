-- What stands for JWT_SECRET, as hanya migrate last noted it: a server with another refuses to start.
-- Null where nobody noted one, as with the embedded database, which has one server alone.
alter table installation
  add column secret_fingerprint text check (secret_fingerprint ~ '^[0-9a-f]{32}$');
