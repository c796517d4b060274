-- Several processes write the same rows of a minute: each in the same order, so that none waits for
-- another that waits for it.
create or replace function note_security_events(events jsonb) returns void language plpgsql
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
  select this_minute, left(kind, 40) as what_kind,
    case when is_full then '' else left(coalesce(account, ''), 64) end as who,
    case when is_full then '' else left(coalesce(concerns, ''), 64) end as whom,
    case when is_full then '' else left(coalesce(address, ''), 64) end as where_from,
    case when is_full then 'more than are told apart in a day' else left(about, 200) end as what,
    least(sum(greatest(noted.count, 1)), 1000000)::integer
  from jsonb_to_recordset(events) as noted
    (kind text, account text, concerns text, address text, about text, count integer)
  group by what_kind, who, whom, where_from, what
  order by what_kind, who, whom, where_from, what
  on conflict (minute, kind, account, concerns, address, about)
    do update set count = least(security_events.count + excluded.count, 1000000);
end $$;
