-- What was done at a place where collisions lie close; notes are only added, and the newest is shown.
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
