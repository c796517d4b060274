-- All that is searched of a collision: fragments as they were given, the whole id, and the keys of
-- plates and phones, in small letters, with nothing that runs from one into the next. An id has no
-- sign that a key writes otherwise.
create function search_text_of(collision collisions) returns text
  language sql stable parallel safe
  return lower(concat_ws(
    E'\n',
    (select string_agg(
       vehicle.name || E'\n' || vehicle.plate || E'\n' || vehicle.phone
       || E'\n' || spelling_key(vehicle.plate) || E'\n' || phone_key(vehicle.phone),
       E'\n' order by vehicle.line)
     from collision_vehicles as vehicle where vehicle.collision_id = (collision).id),
    (collision).location,
    (collision).id));

-- Vehicles come after their collision, so the text is written when the transaction commits.
create function index_collision() returns trigger language plpgsql
  security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  of_collision text;
begin
  if tg_table_name = 'collisions' then
    of_collision := new.id;
  else
    of_collision := coalesce(new.collision_id, old.collision_id);
  end if;
  update collisions as collision set search_text = search_text_of(collision)
    where id = of_collision and search_text is distinct from search_text_of(collision);
  return null;
end $$;
create constraint trigger index_collision after insert or update of location on collisions
  deferrable initially deferred
  for each row execute function index_collision();
create constraint trigger index_collision_vehicle
  after insert or update of plate, name, phone or delete on collision_vehicles
  deferrable initially deferred
  for each row execute function index_collision();

-- A server of the version before still brings a text of its own.
alter table collisions alter column search_text set default '';
