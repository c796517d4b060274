-- An organisation gives its name and contacts here, and duties to its people besides their roles.

-- Papers and public pages say the organisation's name and how drivers reach it; '' where not given.
create table contacts (
  organisation text not null,
  -- The contacts of the demo stand on papers of the demo alone.
  demo boolean not null default false,
  -- Without one, papers say the installation's name.
  name text not null default '',
  phone text not null,
  whatsapp text not null,
  office text not null,
  hours text not null,
  bring text not null,
  changed_by text not null references users,
  changed_at timestamptz not null default now(),
  primary key (organisation, demo)
);

-- They are in the demo if their maker is, whatever the statement says that stores them.
create function contacts_are_of_their_maker() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if new.demo <> (select demo from users where id = new.changed_by) then
    raise exception 'Contacts of the demo are changed in the demo alone.'
      using errcode = 'check_violation';
  end if;
  return new;
end $$;

create trigger contacts_are_of_their_maker
  before insert or update on contacts
  for each row execute function contacts_are_of_their_maker();

-- The logo of an organisation, in the head of its papers.
create table logos (
  organisation text not null,
  -- The logo of the demo stands on papers of the demo alone.
  demo boolean not null default false,
  -- Null once the logo was taken away; the row keeps by whom.
  file_id text references files,
  changed_by text not null references users,
  changed_at timestamptz not null default now(),
  primary key (organisation, demo)
);

create trigger logos_are_of_their_maker
  before insert or update on logos
  for each row execute function contacts_are_of_their_maker();

-- Two state admins give a duty to an account besides its role, or switch it on for an organisation.
create table duties (
  id text primary key check (id ~ '^[0-7][0-9A-HJKMNP-TV-Z]{25}$'),
  -- `questions` and `messages` are switches, which nobody holds.
  duty text not null,
  user_id text references users,
  organisation text not null,
  demo boolean not null,
  -- The last day in Africa/Lagos; null without an end.
  until date,
  state text not null check (state in ('waiting', 'in force', 'refused', 'taken back', 'ended')),
  proposed_by text not null references users,
  proposed_at timestamptz not null default now(),
  decided_by text references users,
  decided_at timestamptz,
  refusal text check (btrim(refusal) <> ''),
  -- Null where its last day ended it.
  ended_by text references users,
  ended_at timestamptz,
  constraint held_by_somebody check ((user_id is null) = (duty in ('questions', 'messages'))),
  constraint nobody_to_oneself
    check (user_id is distinct from proposed_by and (user_id <> decided_by) is not false),
  constraint decided_whole
    check (num_nulls(decided_by, decided_at) = case state when 'waiting' then 2 else 0 end),
  constraint decided_by_another
    check (decided_by is null or (state = 'taken back') = (decided_by = proposed_by)),
  constraint refused_for_a_reason check ((state = 'refused') = (refusal is not null)),
  constraint ended_whole
    check ((state = 'ended') = (ended_at is not null) and (ended_by is null or ended_at is not null))
);

create unique index duties_standing on duties (organisation, demo, duty, coalesce(user_id, ''))
  where state in ('waiting', 'in force');
