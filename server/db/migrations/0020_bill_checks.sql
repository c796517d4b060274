-- Which open bills the sweeps ask about, and when next. In a table of its own, because each look is
-- noted: in bookings that would rewrite the whole row and an entry in every index of it. Triggers of
-- bookings keep it, so it needs no foreign key, which would lock the booking of each new row.
create table bill_checks (
  booking_id text primary key,
  gateway text not null,
  organisation text not null,
  zone text not null,
  demo boolean not null,
  -- The bill was made, or its booking withdrawn: the older this is, the more seldom it is asked.
  since timestamptz not null,
  next_check_at timestamptz not null,
  checked_at timestamptz
) with (fillfactor = 70);
create index bill_checks_due on bill_checks (gateway, next_check_at);
create index bill_checks_of_organisation on bill_checks (organisation, next_check_at);

create function watch_bill() returns trigger language plpgsql as $$
declare
  begun timestamptz := now();
begin
  if new.paid then
    delete from bill_checks where booking_id = new.id;
    return null;
  end if;
  if tg_op = 'INSERT' then
    begun := coalesce(new.withdrawn_at, new.created_at);
  end if;
  -- Until then a payment is noticed by Check Status or a notice; the sweeps need not ask.
  insert into bill_checks (booking_id, gateway, organisation, zone, demo, since, next_check_at)
  values (new.id, new.bill_gateway, new.organisation, new.zone, new.demo,
          begun, begun + interval '10 minutes')
  on conflict (booking_id) do update
    set since = excluded.since,
        next_check_at = least(bill_checks.next_check_at, excluded.next_check_at);
  return null;
end $$;

create trigger watch_bill after insert on bookings
  for each row when (new.bill_ref is not null and not new.paid)
  execute function watch_bill();
create trigger watch_changed_bill after update of bill_ref, paid, withdrawn_at on bookings
  for each row when (
    new.bill_ref is not null
    and (old.bill_ref, old.paid, old.withdrawn_at)
      is distinct from (new.bill_ref, new.paid, new.withdrawn_at)
  )
  execute function watch_bill();

create function replace_bill_check() returns trigger language plpgsql as $$
begin
  update bill_checks
    set organisation = new.organisation, zone = new.zone, demo = new.demo
    where booking_id = new.id;
  return null;
end $$;

create trigger replace_bill_check after update of organisation, zone, demo on bookings
  for each row when (
    (old.organisation, old.zone, old.demo) is distinct from (new.organisation, new.zone, new.demo)
  )
  execute function replace_bill_check();
