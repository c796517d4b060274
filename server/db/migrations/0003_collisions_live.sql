-- Uploaded evidence and pictures, as they were re-encoded; the bytes are in the file store.
create table files (
  id text primary key,
  kind text not null check (kind in ('picture', 'video')),
  content_type text not null,
  bytes bigint not null check (bytes > 0),
  sha256 text not null,
  created_at timestamptz not null default now(),
  created_by text references users,
  demo boolean not null default false
);

create table collisions (
  id text primary key check (id ~ '^[0-7][0-9A-HJKMNP-TV-Z]{25}$'),
  body_hash text not null,
  organisation text not null check (organisation in ('Kaduna', 'Ogun', 'Lagos FRSC', 'Abuja FRSC')),
  zone text not null,
  demo boolean not null default false,
  created_at timestamptz not null default now(),
  created_by text not null references users,
  team text not null,
  location text not null,
  description text not null,
  cars integer not null check (cars >= 0),
  injuries integer not null check (injuries >= 0),
  fatalities integer not null check (fatalities >= 0),
  notes text not null,
  position_lat double precision check (position_lat between -90 and 90),
  position_lng double precision check (position_lng between -180 and 180),
  position_accuracy double precision check (position_accuracy >= 0),
  -- What a search looks through: driver names, plates, location and the reference.
  search_text text not null,
  constraint collision_position_whole
    check (num_nulls(position_lat, position_lng, position_accuracy) in (0, 3))
);
create index collisions_newest on collisions (organisation, created_at desc, id desc);
create index collisions_search on collisions using gin (search_text gin_trgm_ops);

create table collision_vehicles (
  collision_id text not null references collisions,
  line integer not null check (line >= 1),
  plate text not null,
  make text not null,
  model text not null,
  name text not null,
  phone text not null,
  driver_file text references files,
  vehicle_file text references files,
  primary key (collision_id, line)
);
create unique index collision_plates on collision_vehicles (collision_id, plate) where plate <> '';

create table collision_witnesses (
  collision_id text not null references collisions,
  line integer not null check (line >= 1),
  type text not null,
  name text not null,
  phone text not null,
  statement text not null,
  primary key (collision_id, line)
);

create table collision_officers (
  collision_id text not null references collisions,
  line integer not null check (line >= 1),
  perpetrator text not null,
  statement text not null,
  description text not null,
  primary key (collision_id, line)
);

create table collision_files (
  collision_id text not null references collisions,
  line integer not null check (line >= 1),
  file_id text not null references files,
  primary key (collision_id, line)
);

-- Names this installation, so that a cursor from another one (or from before a restore) is known as such.
create table installation (
  id boolean primary key default true check (id),
  epoch text not null
);
insert into installation (epoch) values (replace(gen_random_uuid()::text, '-', ''));

-- What happened, for listeners and counters, written in the change's own transaction. A sequence
-- alone is not in commit order: readers go by (xid, seq), below the oldest transaction still open.
create table outbox (
  xid xid8 not null default pg_current_xact_id(),
  seq bigint generated always as identity,
  at timestamptz not null default now(),
  record_type text not null check (record_type in ('booking', 'collision')),
  record_id text not null,
  change text not null check (change in ('made', 'billed', 'paid', 'cleared', 'recorded')),
  organisation text not null,
  zone text not null,
  demo boolean not null,
  -- What the change adds to the counters of its day in Africa/Lagos.
  day date not null,
  bookings integer not null default 0,
  revenue_kobo bigint not null default 0,
  primary key (xid, seq)
);
create index outbox_age on outbox (at);

create table counters (
  organisation text not null,
  zone text not null,
  demo boolean not null,
  day date not null,
  bookings bigint not null default 0,
  revenue_kobo bigint not null default 0,
  primary key (organisation, zone, demo, day)
);

-- Up to where the outbox is folded into the counters.
create table counter_watermark (
  id boolean primary key default true check (id),
  xid xid8 not null,
  seq bigint not null
);
insert into counter_watermark (xid, seq) values ('0', 0);

create function lagos_day(instant timestamptz) returns date
  language sql immutable
  return (instant at time zone 'Africa/Lagos')::date;

create function announce_booking() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into outbox (record_type, record_id, change, organisation, zone, demo, day, bookings)
    values ('booking', new.id, 'made', new.organisation, new.zone, new.demo,
            lagos_day(new.created_at), 1);
    return null;
  end if;
  if old.bill_ref is distinct from new.bill_ref then
    insert into outbox (record_type, record_id, change, organisation, zone, demo, day)
    values ('booking', new.id, 'billed', new.organisation, new.zone, new.demo, lagos_day(now()));
  end if;
  if new.completed and not old.completed then
    insert into outbox (record_type, record_id, change, organisation, zone, demo, day)
    values ('booking', new.id, 'cleared', new.organisation, new.zone, new.demo, lagos_day(now()));
  end if;
  return null;
end $$;
create trigger announce_booking after insert or update on bookings
  for each row execute function announce_booking();

create function announce_payment() returns trigger language plpgsql as $$
begin
  insert into outbox
    (record_type, record_id, change, organisation, zone, demo, day, revenue_kobo)
  select 'booking', id, 'paid', organisation, zone, demo,
         lagos_day(new.confirmed_at), new.amount_kobo
  from bookings where id = new.booking_id;
  return null;
end $$;
create trigger announce_payment after insert on payments
  for each row execute function announce_payment();

create function announce_collision() returns trigger language plpgsql as $$
begin
  insert into outbox (record_type, record_id, change, organisation, zone, demo, day)
  values ('collision', new.id, 'recorded', new.organisation, new.zone, new.demo,
          lagos_day(new.created_at));
  return null;
end $$;
create trigger announce_collision after insert on collisions
  for each row execute function announce_collision();

-- What exists already counts like everything after it.
insert into outbox (record_type, record_id, change, organisation, zone, demo, day, bookings)
  select 'booking', id, 'made', organisation, zone, demo, lagos_day(created_at), 1 from bookings;
insert into outbox (record_type, record_id, change, organisation, zone, demo, day, revenue_kobo)
  select 'booking', b.id, 'paid', b.organisation, b.zone, b.demo,
         lagos_day(p.confirmed_at), p.amount_kobo
  from payments p join bookings b on b.id = p.booking_id;

-- The changes that people read about as activities, newest first, for each type of record.
create index audit_activities on audit (record_type, at desc, id desc) include (record_id)
  where event in ('booking.made', 'booking.paid', 'booking.cleared', 'collision.recorded',
                  'user.registered', 'user.added', 'user.changed');
create index users_last_active on users (last_active desc nulls last);
