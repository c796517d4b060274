-- Collisions, with who and what was in them, and the evidence.

-- Pictures and videos as records name them. Their bytes are in the file store.
create table if not exists files (
  id text primary key,
  kind text not null check (kind in ('picture', 'video', 'original')),
  content_type text not null,
  bytes bigint not null check (bytes > 0),
  sha256 text not null,
  created_at timestamptz not null default now(),
  created_by text references users,
  demo boolean not null default false
);

-- What an account has sent within a day is limited.
create index if not exists files_of_sender on files (created_by, created_at);

-- A picture is made anew before it is shown. What was received is kept as evidence, byte for byte.
create table if not exists originals (
  file_id text primary key references files,
  original_id text not null unique references files
);

-- Files in the store that no record names. They stay for as long as the database can go back to a
-- moment at which a record named them.
create table if not exists unused_files (
  id text primary key,
  since timestamptz not null default now()
);

create table if not exists collisions (
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
  position_lat double precision check (position_lat between -90 and 90),
  position_lng double precision check (position_lng between -180 and 180),
  position_accuracy double precision check (position_accuracy >= 0),
  -- What a search looks through; a trigger of 14-search.sql writes it.
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

create index if not exists collisions_newest on collisions
  (organisation, created_at desc, id desc);

create index if not exists collisions_zone on collisions
  (organisation, zone, created_at desc, id desc);

-- Collisions that arrived late, counted by officer.
create index if not exists collisions_late_in on collisions (organisation, created_at)
  include (zone, demo, created_by, id) where created_at - made_at > interval '15 minutes';

create table if not exists collision_vehicles (
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

create index if not exists vehicles_by_plate on collision_vehicles (spelling_key(plate))
  where plate <> '';

create index if not exists collision_vehicle_phone on collision_vehicles (phone_key(phone))
  where phone <> '';

create statistics if not exists vehicles_plate_spelt on (spelling_key(plate)) from collision_vehicles;

create statistics if not exists vehicles_phone_spelt on (phone_key(phone)) from collision_vehicles;

create table if not exists collision_witnesses (
  collision_id text not null references collisions,
  line integer not null check (line >= 1),
  type text not null,
  name text not null,
  phone text not null,
  statement text not null,
  primary key (collision_id, line)
);

create table if not exists collision_officers (
  collision_id text not null references collisions,
  line integer not null check (line >= 1),
  perpetrator text not null,
  statement text not null,
  -- Who the perpetrator is, in words, where the officer chose 'other'.
  type text not null,
  primary key (collision_id, line)
);

-- The evidence of the scene.
create table if not exists collision_files (
  collision_id text not null references collisions,
  line integer not null check (line >= 1),
  file_id text not null references files,
  primary key (collision_id, line)
);

-- Files that a collision announced, and that a device sends in parts after its words.
create table if not exists coming_files (
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

create index if not exists coming_files_of_a_collision on coming_files (collision_id);

create index if not exists coming_files_still_to_come on coming_files (collision_id)
  where file_id is null and given_up_at is null;

create or replace function coming_file_comes_once() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if old.file_id is not null or old.given_up_at is not null then
    raise exception 'The file % was received or given up already.', old.id
      using errcode = 'check_violation';
  end if;
  return new;
end $$;

create or replace trigger coming_file_comes_once
  before update on coming_files
  for each row execute function coming_file_comes_once();

-- A picture of a vehicle is added where it was announced, and never exchanged.
create or replace function vehicle_picture_stands() returns trigger
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

create or replace trigger vehicle_picture_stands
  before update on collision_vehicles
  for each row execute function vehicle_picture_stands();
