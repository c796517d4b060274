-- What happened, for live streams and for figures, written in the change's own transaction.

-- Readers go by (xid, seq), below the oldest transaction still open: a sequence alone isn't in the
-- order of commits.
create table outbox (
  xid xid8 not null default transaction_number(),
  seq bigint generated always as identity,
  at timestamptz not null default now(),
  record_type text not null check (record_type in ('booking', 'collision')),
  record_id text not null,
  change text not null
    check (change in ('made', 'billed', 'corrected', 'paid', 'cleared', 'withdrawn', 'recorded',
                      'added')),
  organisation text not null,
  zone text not null,
  demo boolean not null,
  -- The record's day; a booking's price and officer are beside it.
  made_on date not null,
  kobo bigint not null default 0,
  officer_id text not null default '',
  -- The day on which a gateway's money was confirmed.
  received_on date,
  -- The day of an act: a payment of any kind, a clearance or a withdrawal.
  acted_on date,
  primary key (xid, seq)
);

-- A booking that comes with a bill, cleared or withdrawn, as those of a demo do, says so too. A due
-- day that moves is told like a correction, so that devices and screens read it.
create function announce_booking() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  is_new boolean := tg_op = 'INSERT';
begin
  insert into outbox (record_type, record_id, change, organisation, zone, demo, made_on, kobo,
                      officer_id, acted_on)
  select 'booking', new.id, change, new.organisation, new.zone, new.demo,
         lagos_day(new.created_at), new.price_kobo, new.created_by, lagos_day(happened_at)
  from (
    values ('made', is_new, null),
           ('billed', new.bill_ref is not null and (is_new or old.bill_ref is null), null),
           ('corrected', not is_new and (new.version > old.version
                                         or new.due_day is distinct from old.due_day), null),
           ('cleared', new.completed and (is_new or not old.completed), new.completed_at),
           ('withdrawn', new.withdrawn_at is not null and (is_new or old.withdrawn_at is null),
            new.withdrawn_at)
  ) as changes (change, has_happened, happened_at)
  where has_happened;
  return null;
end $$;

create trigger announce_booking after insert or update on bookings
  for each row execute function announce_booking();

create function announce_payment() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into outbox (record_type, record_id, change, organisation, zone, demo, made_on, kobo,
                      officer_id, received_on, acted_on)
  select 'booking', id, 'paid', organisation, zone, demo, lagos_day(created_at), new.amount_kobo,
         created_by, case new.kind when 'gateway' then lagos_day(new.confirmed_at) end,
         lagos_day(new.confirmed_at)
  from bookings where id = new.booking_id;
  return null;
end $$;

create trigger announce_payment after insert on payments
  for each row execute function announce_payment();

create function announce_collision() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into outbox (record_type, record_id, change, organisation, zone, demo, made_on)
  values ('collision', new.id, 'recorded', new.organisation, new.zone, new.demo,
          lagos_day(new.created_at));
  return null;
end $$;

create trigger announce_collision after insert on collisions
  for each row execute function announce_collision();

-- What is added to a collision is told live; figures count no record for it.
create function announce_addition() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into outbox (record_type, record_id, change, organisation, zone, demo, made_on)
  select 'collision', id, 'added', organisation, zone, demo, lagos_day(created_at)
  from collisions where id = new.collision_id;
  return null;
end $$;

create trigger announce_addition after insert on collision_additions
  for each row execute function announce_addition();
