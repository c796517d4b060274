-- Collisions, with who and what was in them, the evidence, and what came to be known later.

create table collisions (
  id text primary key check (id ~ '^[0-7][0-9A-HJKMNP-TV-Z]{25}$'),
  -- Of the body as it was sent: the same collision sent again is no second one.
  body_hash text not null,
  organisation text not null
    check (organisation in ('Kaduna', 'Ogun', 'Lagos FRSC', 'Abuja FRSC')),
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
  -- What may be said beyond the form.
  facts jsonb check (jsonb_typeof(facts) = 'object'),
  position_lat double precision check (position_lat between -90 and 90),
  position_lng double precision check (position_lng between -180 and 180),
  position_accuracy double precision check (position_accuracy >= 0),
  -- What a search looks through; a trigger of 19-search.sql writes it.
  search_text text not null default '',
  -- When a device says that it was made, before it could be sent.
  made_at timestamptz,
  -- Who brought it in from a file of its officer's phone.
  brought_in_by text references users,
  constraint collision_position_whole
    check (num_nulls(position_lat, position_lng, position_accuracy) in (0, 3)),
  constraint made_before_arrival check (made_at <= created_at),
  constraint brought_in_by_another check (brought_in_by <> created_by),
  constraint brought_in_with_its_time check (brought_in_by is null or made_at is not null)
);

create index collisions_newest on collisions (organisation, created_at desc, id desc);

create index collisions_zone on collisions (organisation, zone, created_at desc, id desc);

-- The list of collisions is narrowed to a circle around a position.
create index collisions_by_position on collisions (position_lat, position_lng)
  where position_lat is not null;

-- Collisions that arrived late, counted by officer.
create index collisions_late_in on collisions (organisation, created_at)
  include (zone, demo, created_by, id) where created_at - made_at > interval '15 minutes';

create table collision_vehicles (
  collision_id text not null references collisions,
  line integer not null check (line >= 1),
  plate text not null,
  make text not null,
  model text not null,
  -- Of the driver.
  name text not null,
  phone text not null,
  driver_file text references files,
  vehicle_file text references files,
  primary key (collision_id, line)
);

create index vehicles_by_plate on collision_vehicles (spelling_key(plate)) where plate <> '';

create index collision_vehicle_phone on collision_vehicles (phone_key(phone)) where phone <> '';

create statistics vehicles_plate_spelt on (spelling_key(plate)) from collision_vehicles;

create statistics vehicles_phone_spelt on (phone_key(phone)) from collision_vehicles;

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
  -- Who the perpetrator is, in words, where the officer chose 'other'.
  type text not null,
  primary key (collision_id, line)
);

-- The evidence of the scene.
create table collision_files (
  collision_id text not null references collisions,
  line integer not null check (line >= 1),
  file_id text not null references files,
  primary key (collision_id, line)
);

-- Files that a collision announced, and that a device sends in parts after its words.
create table coming_files (
  id text primary key check (id ~ '^[0-7][0-9A-HJKMNP-TV-Z]{25}$'),
  collision_id text not null references collisions,
  field text not null,
  kind text not null check (kind in ('picture', 'video')),
  bytes bigint not null check (bytes > 0),
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  -- What the device found it to be, and what the camera noted; null from older devices.
  content_type text,
  taken jsonb,
  -- Its place among the evidence of the scene, or the vehicle and which of its two pictures it is.
  line integer check (line >= 1),
  vehicle_line integer check (vehicle_line >= 1),
  shows text check (shows in ('driver', 'vehicle')),
  file_id text references files,
  given_up_at timestamptz,
  given_up_reason text check (btrim(given_up_reason) <> ''),
  -- It came and could not be read; another may still take its place.
  unreadable_at timestamptz,
  constraint of_scene_or_vehicle check (
    (line is null) = (vehicle_line is not null) and (vehicle_line is null) = (shows is null)
  ),
  constraint given_up_whole check ((given_up_at is null) = (given_up_reason is null)),
  constraint received_or_given_up check (file_id is null or given_up_at is null)
);

create index coming_files_of_a_collision on coming_files (collision_id);

create index coming_files_still_to_come on coming_files (collision_id)
  where file_id is null and given_up_at is null;

create function coming_file_comes_once() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if old.file_id is not null or old.given_up_at is not null then
    raise exception 'The file % was received or given up already.', old.id
      using errcode = 'check_violation';
  end if;
  return new;
end $$;

create trigger coming_file_comes_once
  before update on coming_files
  for each row execute function coming_file_comes_once();

-- A picture of a vehicle is added where it was announced, and never exchanged.
create function vehicle_picture_stands() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if (old.driver_file is distinct from new.driver_file and not exists (
       select from coming_files
       where collision_id = new.collision_id and vehicle_line = new.line and shows = 'driver'
         and file_id = new.driver_file and old.driver_file is null))
    or (old.vehicle_file is distinct from new.vehicle_file and not exists (
       select from coming_files
       where collision_id = new.collision_id and vehicle_line = new.line and shows = 'vehicle'
         and file_id = new.vehicle_file and old.vehicle_file is null)) then
    raise exception 'A picture of a vehicle is never exchanged.' using errcode = 'check_violation';
  end if;
  return new;
end $$;

create trigger vehicle_picture_stands
  before update on collision_vehicles
  for each row execute function vehicle_picture_stands();

-- An addition says what came to be known of a collision later. The record itself stays as it is.
create table collision_additions (
  id text primary key check (id ~ '^[0-7][0-9A-HJKMNP-TV-Z]{25}$'),
  -- It hashes the body as it was sent: the same addition sent again is no second one.
  body_hash text not null,
  collision_id text not null references collisions,
  kind text not null check (kind in ('witness', 'evidence', 'death', 'facts')),
  added_at timestamptz not null default now(),
  added_by text not null references users,
  -- A witness's statement, what a file shows, or who died.
  words text not null,
  name text not null,
  phone text not null,
  file_id text references files,
  -- Of a death.
  persons integer not null check (persons between 0 and 50),
  died_on date,
  were_injured boolean not null,
  -- More that is known, or otherwise than it was said.
  facts jsonb check (jsonb_typeof(facts) = 'object'),
  constraint file_of_evidence check ((kind = 'evidence') = (file_id is not null)),
  constraint day_of_death check ((kind = 'death') = (died_on is not null)),
  constraint persons_of_death check ((kind = 'death') = (persons > 0)),
  constraint facts_of_their_kind check ((kind = 'facts') = (facts is not null))
);

create index additions_of_a_collision on collision_additions (collision_id, id);

-- Facts as they are known now: each by whoever said it last.
create function facts_of(collision collisions) returns jsonb
  language sql stable
begin atomic
  select coalesce((collision).facts, '{}') || coalesce(jsonb_object_agg(said.key, said.value
    order by addition.added_at, addition.id), '{}')
  from collision_additions as addition cross join lateral jsonb_each(addition.facts) as said
  where collision_id = (collision).id;
end;

-- Whoever died within 30 days of the collision counts as killed, and no longer as injured.
create function died_in_time(collision collisions, died_on date) returns boolean
  language sql stable
begin atomic
  select died_on <= lagos_day(coalesce((collision).made_at, (collision).created_at)) + 30;
end;

-- Those killed and injured as of now.
create function killed_in(collision collisions) returns integer
  language sql stable
begin atomic
  select (collision).fatalities
    + coalesce(sum(persons) filter (where died_in_time(collision, died_on)), 0)::integer
  from collision_additions where collision_id = (collision).id;
end;

create function injured_in(collision collisions) returns integer
  language sql stable
begin atomic
  select (collision).injuries - coalesce(sum(persons)
    filter (where were_injured and died_in_time(collision, died_on)), 0)::integer
  from collision_additions where collision_id = (collision).id;
end;

-- Additions to one collision come one after the other.
create function addition_counts() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  collision collisions;
begin
  select * into collision from collisions where id = new.collision_id for update;
  if new.were_injured and injured_in(collision) < new.persons then
    raise exception 'Collision % has fewer injured than died.', new.collision_id
      using errcode = 'check_violation', constraint = 'injured_before';
  end if;
  return new;
end $$;

create trigger addition_counts before insert on collision_additions
  for each row execute function addition_counts();

-- Two collisions that are probably one, as the later arrival found them, and what people decided.
create table collision_doubles (
  first_id text not null references collisions,
  second_id text not null references collisions,
  likeness double precision not null check (likeness between 0 and 1),
  -- Null without both positions.
  metres integer check (metres >= 0),
  minutes integer not null check (minutes >= 0),
  shares text check (shares in ('plate', 'phone')),
  -- Two, or the id of the one that counts; null until somebody decides.
  verdict text check (verdict in ('two', first_id, second_id)),
  decided_by text references users,
  decided_at timestamptz,
  primary key (first_id, second_id),
  constraint in_the_order_of_ids check (first_id < second_id),
  constraint decided_whole
    check (num_nulls(verdict, decided_by, decided_at) in (0, 3))
);

create index doubles_of_the_second on collision_doubles (second_id);

create index doubles_undecided on collision_doubles (first_id, second_id) where verdict is null;

-- The collision that counts in the place of this one; null where it counts itself.
create function counts_as(collision collisions) returns text
  language sql stable
begin atomic
  select verdict from collision_doubles
  where (collision).id in (first_id, second_id) and verdict not in ('two', (collision).id)
  limit 1;
end;

-- People note what was done where collisions lie close. Notes are added alone; the newest is shown.
create table place_notes (
  id text primary key check (id ~ '^[0-7][0-9A-HJKMNP-TV-Z]{25}$'),
  organisation text not null,
  zone text not null,
  demo boolean not null,
  -- Degrees to three decimals: some 100 m.
  lat double precision not null check (lat between -90 and 90),
  lng double precision not null check (lng between -180 and 180),
  words text not null check (btrim(words) <> ''),
  made_by text not null references users,
  made_at timestamptz not null default now()
);

create index place_notes_of on place_notes (organisation, zone);
