-- An addition says what came to be known of a collision later. The record itself stays as it is.
create table collision_additions (
  id text primary key check (id ~ '^[0-7][0-9A-HJKMNP-TV-Z]{25}$'),
  -- It hashes the body as it was sent: the same addition sent again is no second one.
  body_hash text not null,
  collision_id text not null references collisions,
  kind text not null check (kind in ('witness', 'evidence', 'death')),
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
  constraint file_of_evidence check ((kind = 'evidence') = (file_id is not null)),
  constraint day_of_death check ((kind = 'death') = (died_on is not null)),
  constraint persons_of_death check ((kind = 'death') = (persons > 0))
);

create index additions_of_a_collision on collision_additions (collision_id, id);

-- Those killed and injured as of now: who was injured and died later is no longer counted as injured.
create function killed_in(collision collisions) returns integer
  language sql stable
begin atomic
  select (collision).fatalities + coalesce(sum(persons), 0)::integer
  from collision_additions where collision_id = (collision).id;
end;

create function injured_in(collision collisions) returns integer
  language sql stable
begin atomic
  select (collision).injuries - coalesce(sum(persons) filter (where were_injured), 0)::integer
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
