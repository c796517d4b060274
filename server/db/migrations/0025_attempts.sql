-- Calls that are limited to so many a minute, counted by all processes together. Unlogged: after a
-- crash everybody may try again, which costs less than a log entry for each call.
create unlogged table attempts (
  key bytea primary key,
  began_at timestamptz not null,
  count integer not null
);
create index attempts_began_at on attempts (began_at);
