-- A late record that is let in is the one that its device first tried to send; of what was asked
-- before, nothing more is known than its kind, its place and what it is called.
alter table late_records
  add column body_hash text,
  add column price_kobo bigint check (price_kobo >= 0),
  add column arrival_kobo bigint check (arrival_kobo >= 0),
  add column offences text[];

-- With whose vehicle it was goes what would tell it from another one.
create or replace function erase_labels(years integer) returns integer language sql
security definer set search_path = pg_catalog, public, pg_temp
as $$
  with late as (
    update late_records set label = '', body_hash = null
    where label <> '' and asked_at < now() - make_interval(years => greatest(years, 1)) returning 1
  ), taken_out as (
    update taken_out_records set label = ''
    where label <> '' and taken_out_at < now() - make_interval(years => greatest(years, 1))
    returning 1
  )
  select ((select count(*) from late) + (select count(*) from taken_out))::integer
$$;
