-- Files in the store that no record names, since when: they stay for as long as the database can go
-- back to a moment at which a record named them.
create table unused_files (
  id text primary key,
  since timestamptz not null default now()
);
