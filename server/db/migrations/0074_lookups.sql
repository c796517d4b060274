-- Who looked at what: an opened record, a dossier, a search, a page of a list. What was asked for is
-- there as a keyed digest only, so that the table is no new list of people. It isn't part of the audit
-- trail: nothing was changed, and nobody who reads waits for it.
create table lookups (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  user_id text not null,
  kind text not null check (
    kind in ('booking', 'collision', 'originals', 'history', 'paper', 'dossier', 'known',
             'bookings', 'collisions', 'export')),
  record_id text,
  digest bytea,
  rows integer not null check (rows >= 0)
);

create index lookups_age on lookups using brin (at);
create index lookups_of_record on lookups (record_id, at desc) where record_id is not null;
create index lookups_of_person on lookups (digest, at desc) where digest is not null;

-- Deletes rows that are older than that, at most so many at once, and answers how many. What is
-- younger than 90 days stays, whoever asks.
create function prune_lookups(days integer, at_most integer) returns bigint language sql
security definer set search_path = pg_catalog, public, pg_temp
as $$
  with old as (
    select id from lookups
    where at < now() - make_interval(days => greatest(days, 90))
    limit at_most
  ),
  gone as (
    delete from lookups where id in (select id from old) returning 1
  )
  select count(*) from gone
$$;
