-- Who tried, or was allowed, something that matters for security, a row for each minute. `account` is
-- the id of who did it, or a keyed hash of the address that a failed sign-in named; `concerns` is the
-- account that it was done to.
create table security_events (
  id bigint generated always as identity primary key,
  minute timestamptz not null,
  kind text not null,
  account text not null,
  concerns text not null,
  address text not null,
  about text not null,
  count integer not null check (count > 0),
  unique (minute, kind, account, concerns, address, about)
);
create index security_events_of_kind on security_events (kind, minute desc);

-- Adds events to the rows of this minute. Whoever makes many of them fills no disk: from the
-- twenty thousandth row of a day on, only their kinds are told apart.
create function note_security_events(events jsonb) returns void language plpgsql
security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  this_minute timestamptz := date_trunc('minute', clock_timestamp());
  is_full boolean;
begin
  select count(*) = 20000 into is_full from (
    select from security_events where minute >= date_trunc('day', this_minute) limit 20000
  ) as today;
  insert into security_events (minute, kind, account, concerns, address, about, count)
  select this_minute, left(kind, 40),
    case when is_full then '' else left(coalesce(account, ''), 64) end as who,
    case when is_full then '' else left(coalesce(concerns, ''), 64) end as whom,
    case when is_full then '' else left(coalesce(address, ''), 64) end as where_from,
    case when is_full then 'more than are told apart in a day' else left(about, 200) end as what,
    least(sum(greatest(noted.count, 1)), 1000000)::integer
  from jsonb_to_recordset(events) as noted
    (kind text, account text, concerns text, address text, about text, count integer)
  group by left(kind, 40), who, whom, where_from, what
  on conflict (minute, kind, account, concerns, address, about)
    do update set count = least(security_events.count + excluded.count, 1000000);
end $$;

-- The application can't choose what is forgotten.
create function prune_security_events() returns void language sql
security definer set search_path = pg_catalog, public, pg_temp
as $$
  delete from security_events where minute < now() - interval '1 year';
$$;
