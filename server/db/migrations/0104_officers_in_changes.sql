-- What an officer booked and had withdrawn is counted by month, so that their rates don't read years
-- of bookings. Changes say whose booking it is from now on; 0105 counts what is there.
create table officer_counters (
  organisation text not null,
  zone text not null,
  demo boolean not null,
  officer_id text not null,
  -- The first day (Africa/Lagos) of the month in which the bookings were made.
  month date not null,
  issued bigint not null,
  withdrawn bigint not null,
  withdrawn_kobo bigint not null,
  primary key (organisation, zone, demo, month, officer_id)
);

-- Of bookings alone; null for those noted before.
alter table list_changes add column officer_id text;

create or replace function note_list_change() returns trigger language plpgsql
  security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op <> 'INSERT' then
    insert into list_changes (list, organisation, zone, demo, made_on, records, kobo, officer_id)
    values (list_of(old.paid, old.completed, old.withdrawn_at is not null), old.organisation,
            old.zone, old.demo, lagos_day(old.created_at), -1, -old.price_kobo, old.created_by);
  end if;
  if tg_op <> 'DELETE' then
    insert into list_changes (list, organisation, zone, demo, made_on, records, kobo, officer_id)
    values (list_of(new.paid, new.completed, new.withdrawn_at is not null), new.organisation,
            new.zone, new.demo, lagos_day(new.created_at), 1, new.price_kobo, new.created_by);
  end if;
  return null;
end $$;
