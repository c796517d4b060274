-- When officers were on duty, as they said it.
create table shifts (
  id text primary key check (id ~ '^[0-7][0-9A-HJKMNP-TV-Z]{25}$'),
  officer_id text not null references users,
  demo boolean not null default false,
  began_at timestamptz not null,
  ended_at timestamptz,
  constraint ended_after_it_began check (ended_at >= began_at)
);

create index shifts_of_an_officer on shifts (officer_id, began_at desc);

-- Nobody is on two shifts at once.
create unique index shift_still_open on shifts (officer_id) where ended_at is null;

-- What ended stays ended, and nobody else's it becomes.
create or replace function shift_ends_once() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if old.ended_at is not null then
    raise exception 'The shift % has ended already.', old.id using errcode = 'check_violation';
  end if;
  return new;
end $$;

create or replace trigger shift_ends_once
  before update on shifts
  for each row execute function shift_ends_once();
