-- The logo of an organisation, in the head of its papers.
create table logos (
  organisation text not null,
  -- The logo of the demo stands on papers of the demo alone.
  demo boolean not null default false,
  file_id text not null references files,
  changed_by text not null references users,
  changed_at timestamptz not null default now(),
  primary key (organisation, demo)
);

create trigger logos_are_of_their_maker
  before insert or update on logos
  for each row execute function contacts_are_of_their_maker();
