-- What waits for payment or clearance is searched for most, and is a small part of all that was booked: a
-- piece of a phone that thousands have was looked up in each of their bookings, to find the few that wait.
create table waiting_search (
  like booking_search,
  primary key (booking_id)
) with (fillfactor = 80);

-- Each statement of the function sees what was committed before it: one that had to wait for its booking
-- finds the copy that the next migration has made of it meanwhile.
create function keep_waiting() returns trigger language plpgsql
  security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'DELETE' or new.list not in ('unpaid', 'paid') then
    delete from waiting_search where booking_id = coalesce(new.booking_id, old.booking_id);
    return null;
  end if;
  insert into waiting_search values (new.*)
  on conflict (booking_id) do update set
    organisation = excluded.organisation, zone = excluded.zone, demo = excluded.demo,
    list = excluded.list, created_at = excluded.created_at, created_by = excluded.created_by,
    vehicle_type = excluded.vehicle_type, price_kobo = excluded.price_kobo,
    offences = excluded.offences, text = excluded.text;
  return null;
end $$;

create trigger keep_waiting after insert or update or delete on booking_search
  for each row execute function keep_waiting();
