-- What people read of the trail, who looked at what, and what matters for security.

-- The lines of the trail that people read as activities, by the place of their record. Only the
-- newest lines of each place are kept. An account of all states or zones has '' there.
create table activities (
  organisation text not null,
  zone text not null,
  demo boolean not null,
  at timestamptz not null,
  audit_id bigint not null,
  primary key (organisation, zone, demo, at, audit_id)
);

create function note_activity() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into activities (organisation, zone, demo, at, audit_id)
  select organisation, zone, demo, new.at, new.id from bookings
  where new.record_type = 'booking' and id = new.record_id
  union all
  select organisation, zone, demo, new.at, new.id from collisions
  where new.record_type = 'collision' and id = new.record_id
  union all
  select organisation_of_state(state), coalesce(zone, ''), demo, new.at, new.id from users
  where new.record_type = 'user' and id = new.record_id;
  return null;
end $$;

create trigger note_activity after insert on audit
  for each row when (
    new.event in ('booking.made', 'booking.paid', 'booking.cleared', 'booking.withdrawn',
                  'collision.recorded', 'user.registered', 'user.added', 'user.changed',
                  'bookings.exported', 'collisions.exported')
  )
  execute function note_activity();

-- Activities go with their record to another place.
create function replace_activities() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update activities
    set organisation = new.organisation, zone = new.zone, demo = new.demo
    from audit
    where (activities.organisation, activities.zone, activities.demo)
        = (old.organisation, old.zone, old.demo)
      and audit.id = activities.audit_id
      and audit.record_type = tg_argv[0] and audit.record_id = new.id;
  return null;
end $$;

create trigger replace_activities after update of organisation, zone, demo on bookings
  for each row when (
    (old.organisation, old.zone, old.demo) is distinct from (new.organisation, new.zone, new.demo)
  )
  execute function replace_activities('booking');

create trigger replace_activities after update of organisation, zone, demo on collisions
  for each row when (
    (old.organisation, old.zone, old.demo) is distinct from (new.organisation, new.zone, new.demo)
  )
  execute function replace_activities('collision');

create function replace_account_activities() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update activities
    set organisation = organisation_of_state(new.state), zone = coalesce(new.zone, ''),
        demo = new.demo
    from audit
    where activities.organisation = organisation_of_state(old.state)
      and activities.zone = coalesce(old.zone, '') and activities.demo = old.demo
      and audit.id = activities.audit_id
      and audit.record_type = 'user' and audit.record_id = new.id;
  return null;
end $$;

create trigger replace_activities after update of state, zone, demo on users
  for each row when (
    (old.state, old.zone, old.demo) is distinct from (new.state, new.zone, new.demo)
  )
  execute function replace_account_activities();

-- Who looked at what. It is no part of the trail: nothing changed, and no reader waits for it.
create table lookups (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  user_id text not null,
  kind text not null check (
    kind in ('booking', 'collision', 'originals', 'history', 'paper', 'dossier', 'known', 'plates',
             'bookings', 'collisions', 'export')
  ),
  record_id text,
  -- A keyed digest of what was asked for, so that the table is no new list of people.
  digest bytea,
  rows integer not null check (rows >= 0)
);

create index lookups_age on lookups using brin (at);

create index lookups_of_record on lookups (record_id, at desc) where record_id is not null;

create index lookups_of_person on lookups (digest, at desc) where digest is not null;

-- Deletes older rows, at most so many, and answers how many. The last 90 days stay, whoever asks.
create function prune_lookups(days integer, at_most integer) returns bigint
  language sql security definer set search_path = pg_catalog, public, pg_temp as $$
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

-- Who tried, or was allowed, something that matters for security: one row for each minute.
create table security_events (
  id bigint generated always as identity primary key,
  minute timestamptz not null,
  kind text not null,
  -- The id of who did it, or a keyed hash of the address that a failed sign-in named.
  account text not null,
  -- The account that it was done to.
  concerns text not null,
  address text not null,
  about text not null,
  count integer not null check (count > 0),
  -- Whether one of both names an account of the product.
  ours boolean not null default true,
  unique (minute, kind, account, concerns, address, about)
);

create index security_events_of_kind on security_events (kind, minute desc);

create index security_events_of_account on security_events (account, minute desc)
  where account <> '';

create index security_events_concerning on security_events (concerns, minute desc)
  where concerns <> '';

create index security_events_of_strangers on security_events (minute)
  include (address) where not ours;

-- Adds events to this minute's rows. Strangers share 2,000 rows a day (UTC), of which each address
-- has 200; beyond these, events are counted together, so that no flood fills the disk. Events are
-- written in one order, so that no two processes wait for each other.
create function note_security_events(events jsonb) returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
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

-- A year is kept: the application can't choose what is forgotten.
create function prune_security_events() returns void
  language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  delete from security_events where minute < now() - interval '1 year';
$$;
