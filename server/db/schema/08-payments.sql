-- Money that came in, and the bills that are still open.

create table payments (
  id text primary key,
  booking_id text not null references bookings,
  kind text not null check (kind in ('gateway', 'nothing due')),
  gateway text not null,
  bill_ref text,
  amount_kobo bigint not null check (amount_kobo >= 0),
  receipt text not null,
  confirmed_at timestamptz not null default now(),
  -- Null where the product asked the gateway by itself.
  confirmed_by text references users,
  -- The place of the booking, kept by the triggers below.
  organisation text not null default '',
  zone text not null default '',
  demo boolean not null default false,
  constraint amount_fits_kind check ((kind = 'nothing due') = (amount_kobo = 0 and bill_ref is null))
);

create unique index payments_booking on payments (booking_id);

-- A receipt of a gateway pays one booking.
create unique index payments_receipt on payments (gateway, receipt) where kind = 'gateway';

create index payments_placed on payments
  (organisation, confirmed_at desc, booking_id desc) include (zone, demo);

-- A confirmed payment is never changed or taken back; only its place follows its booking.
create function payment_is_final() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
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

create trigger payment_is_final
  before update or delete on payments
  for each row execute function payment_is_final();

create function place_payment() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  select organisation, zone, demo into new.organisation, new.zone, new.demo
    from bookings where id = new.booking_id;
  return new;
end $$;

create trigger place_payment before insert or update on payments
  for each row execute function place_payment();

create function replace_payment() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
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

-- Only a payment of its exact price makes a booking paid. It is checked when the transaction
-- commits, so that the two may be written in either order.
create function booking_paid_holds() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
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

-- The gateway's own numbers of its revenue heads, by payment code.
create table revenue_heads (
  revenue_code text primary key,
  mdas_id integer not null,
  refreshed_at timestamptz not null
);

-- The open bills that sweeps ask about, and when next. Each look is noted here, because in bookings
-- it would rewrite a whole row. There is no foreign key, which would lock the booking.
create table bill_checks (
  booking_id text primary key,
  gateway text not null,
  organisation text not null,
  zone text not null,
  demo boolean not null,
  -- When the bill was made or its booking withdrawn. Old bills are asked about more seldom.
  since timestamptz not null,
  next_check_at timestamptz not null,
  checked_at timestamptz,
  -- When the gateway last answered about the bill, or it was first watched.
  answered_at timestamptz not null default now()
) with (fillfactor = 70);

create index bill_checks_due on bill_checks (gateway, next_check_at);

create index bill_checks_of_organisation on bill_checks (organisation, next_check_at);

create function watch_bill() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
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
  -- Before that, Check Status or a notice finds a payment, and sweeps need not ask.
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

create function replace_bill_check() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
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

-- When somebody last had the open bills of an organisation asked about.
create table sweeps (
  organisation text primary key,
  started_at timestamptz not null
);

-- What gateways send by themselves. A notice prompts a question to the gateway and proves nothing.
create table notices (
  id text primary key check (id ~ '^[0-7][0-9A-HJKMNP-TV-Z]{25}$'),
  gateway text not null,
  -- The gateway's own name for it: the same notice again counts for nothing.
  event text not null check (length(event) between 1 and 128),
  bill_ref text not null check (length(bill_ref) between 1 and 100),
  received_at timestamptz not null default now(),
  -- What the gateway answered; null until it has.
  outcome text check (outcome in ('paid', 'paid already', 'pending', 'exception', 'no such bill')),
  settled_at timestamptz,
  constraint settled_whole check (num_nulls(outcome, settled_at) in (0, 2))
);

create unique index notices_event on notices (gateway, event);

create index notices_bill on notices (gateway, bill_ref);

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
