-- Money of a paid charge that was given back, as one person noted it; nothing of it changes.
create table given_back (
  id text primary key,
  booking_id text not null,
  line integer not null,
  organisation text not null,
  zone text not null,
  demo boolean not null,
  amount_kobo bigint not null check (amount_kobo > 0),
  -- In Africa/Lagos.
  day date not null,
  proof text not null check (btrim(proof) <> ''),
  reason text not null check (btrim(reason) <> ''),
  noted_by text not null references users,
  noted_at timestamptz not null default now(),
  foreign key (booking_id, line) references booking_offences
);

create index given_back_of on given_back (booking_id, line);
