-- Where its booking was made stands beside a payment too, so that the payments of some days are found
-- in one organisation, without looking up the bookings of all of them. Older payments get it next.
alter table payments
  add column organisation text not null default '',
  add column zone text not null default '',
  add column demo boolean not null default false;

-- Whatever is said of them when they are stored: they are the booking's.
create function place_payment() returns trigger language plpgsql as $$
begin
  select organisation, zone, demo into new.organisation, new.zone, new.demo
    from bookings where id = new.booking_id;
  return new;
end $$;
create trigger place_payment before insert or update on payments
  for each row execute function place_payment();

-- A confirmed payment is never changed or taken back; its place is that of its booking.
create or replace function payment_is_final() returns trigger language plpgsql as $$
declare
  kept payments := new;
begin
  if tg_op = 'UPDATE' then
    kept.organisation := old.organisation;
    kept.zone := old.zone;
    kept.demo := old.demo;
    if kept is not distinct from old then
      return new;
    end if;
  end if;
  raise exception 'The payment of booking % is final.', old.booking_id
    using errcode = 'check_violation';
end $$;

create function replace_payment() returns trigger language plpgsql as $$
begin
  update payments set organisation = new.organisation, zone = new.zone, demo = new.demo
    where booking_id = new.id;
  return null;
end $$;
create trigger replace_payment after update on bookings
  for each row
  when ((old.organisation, old.zone, old.demo) is distinct from
        (new.organisation, new.zone, new.demo))
  execute function replace_payment();
