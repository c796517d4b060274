-- What the database itself refuses about money, whoever asks.

-- A booking is paid only by a payment of its exact price. Checked at the end of the transaction, so
-- that the two may be written in either order.
create function booking_paid_holds() returns trigger language plpgsql as $$
begin
  if new.paid and not exists (
    select from payments
    where booking_id = new.id and amount_kobo = new.price_kobo
  ) then
    raise exception 'Booking % has no confirmed payment of its price.', new.id
      using errcode = 'check_violation';
  end if;
  return null;
end $$;

create constraint trigger booking_paid_holds
  after insert or update of paid, completed, price_kobo on bookings
  deferrable initially deferred
  for each row when (new.paid)
  execute function booking_paid_holds();

-- A booking that was paid or cleared stays so, and its price is fixed once a bill was asked for.
create function booking_money_is_fixed() returns trigger language plpgsql as $$
begin
  if old.paid and not new.paid or old.completed and not new.completed then
    raise exception 'Booking % was paid or cleared, and stays so.', old.id
      using errcode = 'check_violation';
  end if;
  if new.price_kobo <> old.price_kobo and (old.bill_asked_at is not null or old.bill_ref is not null)
  then
    raise exception 'The price of booking % is fixed: its bill was asked for.', old.id
      using errcode = 'check_violation';
  end if;
  if old.bill_ref is not null and new.bill_ref is distinct from old.bill_ref then
    raise exception 'Booking % has its bill already.', old.id using errcode = 'check_violation';
  end if;
  return new;
end $$;

create trigger booking_money_is_fixed
  before update of paid, completed, price_kobo, bill_ref on bookings
  for each row execute function booking_money_is_fixed();

-- So are its offences, but for the revenue head that each goes to. Those that come in the booking's
-- own transaction are the booking's own.
create function booking_offence_is_fixed() returns trigger language plpgsql as $$
declare
  of_booking text := coalesce(new.booking_id, old.booking_id);
begin
  if tg_op = 'UPDATE'
    and (new.booking_id, new.line, new.offence_id, new.code, new.name, new.penalty, new.amount_kobo)
      = (old.booking_id, old.line, old.offence_id, old.code, old.name, old.penalty, old.amount_kobo)
  then
    return new;
  end if;
  if exists (
    select from bookings
    where id = of_booking
      and (bill_asked_at is not null or bill_ref is not null or paid)
      and (tg_op <> 'INSERT' or xmin <> pg_current_xact_id()::xid)
  ) then
    raise exception 'The offences of booking % are fixed: its bill was asked for.', of_booking
      using errcode = 'check_violation';
  end if;
  return coalesce(new, old);
end $$;

create trigger booking_offence_is_fixed
  before insert or update or delete on booking_offences
  for each row execute function booking_offence_is_fixed();

-- A confirmed payment is never changed or taken back.
create function payment_is_final() returns trigger language plpgsql as $$
begin
  raise exception 'The payment of booking % is final.', old.booking_id
    using errcode = 'check_violation';
end $$;

create trigger payment_is_final
  before update or delete on payments
  for each row execute function payment_is_final();
