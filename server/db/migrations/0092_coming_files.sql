-- Files that a collision announced, and that are sent in parts after its words.
create table coming_files (
  id text primary key check (id ~ '^[0-7][0-9A-HJKMNP-TV-Z]{25}$'),
  collision_id text not null references collisions,
  field text not null,
  kind text not null check (kind in ('picture', 'video')),
  bytes bigint not null check (bytes > 0),
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  -- Its place among the evidence of the scene, or the vehicle and which of its two pictures it is.
  line integer check (line >= 1),
  vehicle_line integer check (vehicle_line >= 1),
  shows text check (shows in ('driver', 'vehicle')),
  file_id text references files,
  given_up_at timestamptz,
  given_up_reason text check (btrim(given_up_reason) <> ''),
  constraint of_scene_or_vehicle check (
    (line is null) = (vehicle_line is not null) and (vehicle_line is null) = (shows is null)
  ),
  constraint given_up_whole check ((given_up_at is null) = (given_up_reason is null)),
  constraint received_or_given_up check (file_id is null or given_up_at is null)
);
create index coming_files_of_a_collision on coming_files (collision_id);
create index coming_files_still_to_come on coming_files (collision_id)
  where file_id is null and given_up_at is null;

-- What was received, or given up, stays so.
create function coming_file_comes_once() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp
as $$
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
create function vehicle_picture_stands() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp
as $$
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
