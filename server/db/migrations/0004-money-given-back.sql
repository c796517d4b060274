-- Money that was given back: each refund and each reversal that two people confirmed.

create table refunds (
  id text primary key check (id ~ '^[0-7][0-9A-HJKMNP-TV-Z]{25}$'),
  -- Where the booking or the exception is.
  organisation text not null,
  zone text not null,
  demo boolean not null,
  -- Null where no booking is known.
  booking_id text references bookings,
  -- The offence of a paid ticket, or the exception whose money it was.
  line integer,
  exception_id text references payment_exceptions,
  -- Below 0 where a refund is reversed.
  amount_kobo bigint not null,
  -- In Africa/Lagos: it was paid out then. A reversal counts on the day of its confirmation.
  day date not null,
  proof_kind text,
  -- The number of the transfer, voucher or cheque.
  proof text check (btrim(proof) <> ''),
  reason text not null check (btrim(reason) <> ''),
  reverses text unique references refunds,
  -- The one person who noted it, before two were needed.
  noted_by text references users,
  noted_at timestamptz not null,
  -- The proposal has the same id.
  proposal text generated always as (case when noted_by is null then id end) stored
    references proposals,
  foreign key (booking_id, line) references booking_offences,
  constraint of_one check (num_nonnulls(line, exception_id) = 1),
  constraint line_of_booking check (line is null or booking_id is not null),
  constraint reversed_below_nothing check (
    case when reverses is null then amount_kobo > 0 and num_nonnulls(proof_kind, proof) = 2
         else amount_kobo < 0 and num_nonnulls(proof_kind, proof, noted_by) = 0 end
  )
);

insert into refunds (id, organisation, zone, demo, booking_id, line, amount_kobo, day, proof_kind,
                     proof, reason, noted_by, noted_at)
select id, organisation, zone, demo, booking_id, line, amount_kobo, day, 'other', proof, reason,
       noted_by, noted_at
from given_back;

-- What follows an erasure below takes the place of its line.
do $$ begin
  execute replace(pg_get_functiondef('erase_booking(text, integer)'::regprocedure),
                  'update given_back set reason = ''Erased'' where booking_id = of_booking;', '');
end $$;

drop table given_back;

create index refunds_of_a_line on refunds (booking_id, line);

create index refunds_of_an_exception on refunds (exception_id) where exception_id is not null;

create index refunds_of_a_day on refunds (organisation, day);

create index refunds_noted on refunds (id) where noted_by is not null;

-- A refund is of money that came in, and never of more. It changes by erasure alone.
create function refund_is_of_money_received() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  as_it_was refunds := new;
  reversed refunds;
  received bigint;
  received_on date;
begin
  if tg_op = 'UPDATE' then
    as_it_was.reason := old.reason;
    -- It is computed after this trigger.
    as_it_was.proposal := old.proposal;
    if as_it_was is distinct from old or new.reason <> 'Erased' then
      raise exception 'A refund stays as it is, and is reversed by another.'
        using errcode = 'check_violation';
    end if;
    return new;
  end if;
  perform from bookings where id = new.booking_id for update;
  perform from payment_exceptions where id = new.exception_id for update;
  if new.reverses is not null then
    select * into reversed from refunds where id = new.reverses;
    if (reversed.booking_id, reversed.line, reversed.exception_id, -reversed.amount_kobo)
         is distinct from (new.booking_id, new.line, new.exception_id, new.amount_kobo)
      or reversed.reverses is not null then
      raise exception 'A reversal is of a whole refund.' using errcode = 'check_violation';
    end if;
    return new;
  end if;
  if new.exception_id is null then
    select line.amount_kobo, lagos_day(confirmed_at) into received, received_on
    from booking_offences as line join payments using (booking_id)
    where line.booking_id = new.booking_id and line.line = new.line and payments.kind = 'gateway';
  else
    select amount_kobo, lagos_day(found_at) into received, received_on
    from payment_exceptions as exception join proposals as settled on settled.id = settlement
    where exception.id = new.exception_id and settled.outcome = 'confirmed'
      and settled.body ->> 'decision' = 'refund'
      and exception.booking_id is not distinct from new.booking_id;
  end if;
  if coalesce(received, 0) < new.amount_kobo + (
      select coalesce(sum(amount_kobo), 0) from refunds
      where exception_id = new.exception_id or (booking_id, line) = (new.booking_id, new.line)) then
    raise exception 'No more is given back than was received.' using errcode = 'check_violation';
  end if;
  if new.day < received_on or new.day > lagos_day(new.noted_at) then
    raise exception 'Money is given back after it came in, and not in days to come.'
      using errcode = 'check_violation';
  end if;
  return new;
end $$;

create trigger refund_is_of_money_received
  before insert or update on refunds
  for each row execute function refund_is_of_money_received();

-- Money is where its booking or exception is, whatever the statement says that stores the proposal.
create function refund_is_where_its_money_is() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  place record;
begin
  if new.body ->> 'exception' is null then
    select organisation, zone, demo into place from bookings where id = new.body ->> 'booking';
  else
    select organisation, zone, demo into place
    from payment_exceptions where id = new.body ->> 'exception';
  end if;
  -- Of no money it can wait, and is never confirmed.
  if found then
    new.organisation := place.organisation;
    new.zone := place.zone;
    new.demo := place.demo;
  end if;
  return new;
end $$;

-- It fires after the trigger that names the world of the maker: triggers fire by name.
create trigger refund_is_where_its_money_is
  before insert on proposals
  for each row when (new.kind in ('refund', 'reversal'))
  execute function refund_is_where_its_money_is();

-- Only a confirmation gives money back, or reverses that.
create function note_confirmed_refund() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into refunds (id, organisation, zone, demo, booking_id, line, exception_id, amount_kobo,
                       day, proof_kind, proof, reason, reverses, noted_at)
  values (new.id, new.organisation, new.zone, new.demo, new.body ->> 'booking',
          (new.body ->> 'line')::integer, new.body ->> 'exception', (new.body ->> 'kobo')::bigint,
          coalesce((new.body ->> 'day')::date, lagos_day(new.decided_at)),
          new.body -> 'proof' ->> 'kind', new.body -> 'proof' ->> 'number', new.reason,
          new.body ->> 'reverses', new.decided_at);
  return null;
end $$;

create trigger note_confirmed_refund
  after update on proposals
  for each row when (new.kind in ('refund', 'reversal') and new.outcome = 'confirmed'
                     and old.outcome is null)
  execute function note_confirmed_refund();

-- What lists show: what waits or was refused, and what counts.
create view refund_steps as
select proposals.id, kind, proposals.organisation, proposals.zone, proposals.demo,
       body ->> 'booking' as booking_id, (body ->> 'line')::integer as line,
       body ->> 'exception' as exception_id, (body ->> 'kobo')::bigint as amount_kobo,
       coalesce(refunds.day, (body ->> 'day')::date) as day,
       body -> 'proof' ->> 'kind' as proof_kind, body -> 'proof' ->> 'number' as proof,
       proposals.reason, body ->> 'reverses' as reverses, proposed_by as made_by,
       proposed_at as made_at, coalesce(outcome, 'waiting') as state, decided_by, decided_at,
       refusal
from proposals left join refunds on refunds.id = proposals.id
where kind in ('refund', 'reversal')
union all
select id, 'refund', organisation, zone, demo, booking_id, line, exception_id, amount_kobo, day,
       proof_kind, proof, reason, null, noted_by, noted_at, 'confirmed', null, null, null
from refunds where noted_by is not null;

-- Erasure alone changes what was proposed and decided: its reasons.
create or replace function proposal_is_decided_once() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  erased proposals := old;
begin
  if tg_op = 'UPDATE' and old.outcome is not null then
    erased.reason := 'Erased';
    if erased.refusal is not null then
      erased.refusal := 'Erased';
    end if;
    if new is not distinct from erased then
      return new;
    end if;
  end if;
  if tg_op = 'INSERT' and new.outcome is not null or tg_op = 'UPDATE' and old.outcome is not null then
    raise exception 'A proposal waits for a second person, who decides it once.'
      using errcode = 'check_violation';
  end if;
  if new.outcome = 'confirmed' and exists (
    select from users as proposer, users as decider
    where proposer.id = new.proposed_by and decider.id = new.decided_by
      and proposer.demo <> decider.demo
  ) then
    raise exception 'A proposal of the demo is confirmed in the demo alone.'
      using errcode = 'check_violation';
  end if;
  return new;
end $$;

-- The reasons of refunds go with who was booked.
create function erase_reasons_of_refunds() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update refunds set reason = 'Erased' where booking_id = new.id;
  update proposals set reason = 'Erased', refusal = case when refusal is not null then 'Erased' end
  where kind in ('refund', 'reversal') and body ->> 'booking' = new.id;
  update audit set before = null, after = null, salt = ''
  where record_type = 'booking' and record_id = new.id and event like 'refund.%';
  return null;
end $$;

create trigger erase_reasons_of_refunds
  after update of erased_at on bookings
  for each row when (old.erased_at is null and new.erased_at is not null)
  execute function erase_reasons_of_refunds();
