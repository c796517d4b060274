-- How drivers reach an organisation, as its papers and public pages say it; '' where not given.
create table contacts (
  organisation text not null,
  -- The contacts of the demo stand on papers of the demo alone.
  demo boolean not null default false,
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
