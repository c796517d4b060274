-- What names an account of ours is told apart whatever strangers send: they share a number of rows a
-- day, and each address has one of its own within that.
alter table security_events add column ours boolean not null default true;

create or replace function note_security_events(events jsonb) returns void language plpgsql
security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  this_minute timestamptz := date_trunc('minute', clock_timestamp());
  of_strangers constant integer := 2000;
  of_one_address constant integer := 200;
  of_all constant text := 'more than are told apart in a day';
  of_one constant text := 'more than are told apart of one address in a day';
begin
  insert into security_events (minute, kind, account, concerns, address, about, ours, count)
  with sent as (
    select left(kind, 40) as kind, left(coalesce(account, ''), 64) as account,
           left(coalesce(concerns, ''), 64) as concerns, left(coalesce(address, ''), 64) as address,
           left(about, 200) as about, least(sum(greatest(noted.count, 1)), 1000000) as count
    from jsonb_to_recordset(events) as noted
      (kind text, account text, concerns text, address text, about text, count integer)
    group by 1, 2, 3, 4, 5
  ),
  placed as (
    select sent.*, exists (select from users where id in (sent.account, sent.concerns)) as ours
    from sent
  ),
  today as materialized (
    select address, count(*) as rows from security_events
    where not ours and about not in (of_all, of_one)
      and minute >= date_trunc('day', this_minute, 'UTC')
    group by address
  ),
  numbered as (
    select placed.*,
           coalesce((select sum(rows) from today), 0)
             + row_number() over (partition by ours order by kind, account, address, about)
             as of_day,
           coalesce((select rows from today where today.address = placed.address), 0)
             + row_number() over (partition by ours, address order by kind, account, about)
             as of_address
    from placed
  ),
  told as (
    select kind,
      case when ours or of_day <= of_strangers and of_address <= of_one_address
        then account else '' end as who,
      case when ours or of_day <= of_strangers and of_address <= of_one_address
        then concerns else '' end as whom,
      case when ours or of_day <= of_strangers then address else '' end as where_from,
      case when ours or of_day <= of_strangers and of_address <= of_one_address then about
           when of_day <= of_strangers then of_one else of_all end as what,
      ours, count
    from numbered
  )
  select this_minute, kind, who, whom, where_from, what, ours, least(sum(count), 1000000)::integer
  from told
  group by kind, who, whom, where_from, what, ours
  order by kind, who, whom, where_from, what
  on conflict (minute, kind, account, concerns, address, about)
    do update set count = least(security_events.count + excluded.count, 1000000);
end $$;
