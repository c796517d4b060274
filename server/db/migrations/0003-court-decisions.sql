-- Outside a transaction
-- A court's decision ends what is owed, and two people note it. Each statement locks one busy table
-- at most.

alter table bookings add column if not exists decided_at timestamptz;

alter table bookings
  drop constraint if exists completed_only_when_paid,
  drop constraint if exists completed_only_when_settled,
  drop constraint if exists decided_is_never_paid,
  drop constraint if exists decided_is_never_withdrawn,
  add constraint completed_only_when_settled
    check (paid or decided_at is not null or not completed) not valid,
  add constraint decided_is_never_paid check (decided_at is null or not paid) not valid,
  add constraint decided_is_never_withdrawn
    check (decided_at is null or withdrawn_at is null) not valid;

alter table bookings validate constraint completed_only_when_settled;

alter table bookings validate constraint decided_is_never_paid;

alter table bookings validate constraint decided_is_never_withdrawn;

create index concurrently if not exists bookings_decided on bookings
  (organisation, created_at desc, id desc) include (zone, demo, price_kobo) where decided_at is not null;

create or replace function list_of(booking bookings) returns text
  language sql immutable parallel safe
  return case when (booking).withdrawn_at is not null then 'withdrawn'
              when (booking).decided_at is not null then 'decided'
              when (booking).completed then 'completed'
              when (booking).paid then 'paid' else 'unpaid' end;

-- The row is written when the transaction commits: lines and payment may come after the booking.
create or replace function index_booking() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into booking_search as known
    (booking_id, organisation, zone, demo, list, created_at, created_by, vehicle_type, price_kobo,
     offences, text)
  select booking.id, booking.organisation, booking.zone, booking.demo,
         list_of(booking),
         booking.created_at, booking.created_by, booking.vehicle_type, booking.price_kobo,
         array(select distinct line.offence_id from booking_offences as line
               where line.booking_id = booking.id order by 1),
         search_text_of(booking)
  from bookings as booking where booking.id = new.id
  on conflict (booking_id) do update set
    organisation = excluded.organisation, zone = excluded.zone, demo = excluded.demo,
    list = excluded.list, created_at = excluded.created_at, created_by = excluded.created_by,
    vehicle_type = excluded.vehicle_type, price_kobo = excluded.price_kobo,
    offences = excluded.offences, text = excluded.text
  where known is distinct from excluded;
  return null;
end $$;

drop function if exists list_of(boolean, boolean, boolean);

alter table outbox
  drop constraint if exists outbox_change_check,
  add constraint outbox_change_check check (
    change in ('made', 'billed', 'corrected', 'paid', 'cleared', 'withdrawn', 'recorded', 'added',
               'linked', 'unlinked', 'decided', 'undecided', 'released')
  ) not valid;

-- A vehicle that goes home after a decision is released, not cleared as a paid one. What takes a
-- decision back counts on the day of that decision.
create or replace function announce_booking() returns trigger
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
           (case when new.paid then 'cleared' else 'released' end,
            new.completed and (is_new or not old.completed), new.completed_at),
           ('withdrawn', new.withdrawn_at is not null and (is_new or old.withdrawn_at is null),
            new.withdrawn_at),
           ('decided', new.decided_at is not null and (is_new or old.decided_at is null),
            new.decided_at),
           ('undecided', new.decided_at is null and not is_new and old.decided_at is not null,
            old.decided_at)
  ) as changes (change, has_happened, happened_at)
  where has_happened;
  return null;
end $$;


-- Figures of decided tickets stand beside those of withdrawn ones. The columns come last, so that an
-- older version still writes its own.
alter table figures
  add column if not exists decided bigint not null default 0,
  add column if not exists decided_kobo bigint not null default 0;

create or replace view figure_changes as
select xid, record_type, record_id, organisation, zone, demo, at, made_on as day, officer_id, kobo,
       case when change in ('made', 'recorded', 'unlinked') then 1 when change = 'linked' then -1
            else 0 end as issued,
       (change = 'billed')::integer as billed,
       (change = 'paid')::integer as paid, (change = 'cleared')::integer as cleared,
       (change = 'withdrawn')::integer as withdrawn, 0 as received, '' as issued_in,
       (change = 'decided')::integer - (change = 'undecided')::integer as decided
from outbox
union all
select xid, record_type, record_id, organisation, zone, demo, at, received_on, officer_id, kobo,
       0, 0, 0, 0, 0, 1, '', 0
from outbox where received_on is not null
union all
select xid, 'act', record_id, organisation, zone, demo, at, acted_on, officer_id, kobo,
       0, 0, (change = 'paid')::integer, (change = 'cleared')::integer,
       (change = 'withdrawn')::integer, 0, to_char(made_on, 'YYYY-MM'),
       (change = 'decided')::integer - (change = 'undecided')::integer
from outbox where acted_on is not null;

create or replace view figure_facts as
select null::xid8 as xid, 'booking' as record_type, id as record_id, organisation, zone, demo,
       created_at as at, lagos_day(created_at) as day, created_by as officer_id, price_kobo as kobo,
       1 as issued, (bill_ref is not null)::integer as billed, paid::integer as paid,
       (paid and completed)::integer as cleared, (withdrawn_at is not null)::integer as withdrawn,
       0 as received, '' as issued_in, (decided_at is not null)::integer as decided
from bookings
union all
select null, 'booking', booking_id, payment.organisation, payment.zone, payment.demo, confirmed_at,
       lagos_day(confirmed_at), created_by, amount_kobo, 0, 0, 0, 0, 0, 1, '', 0
from payments as payment join bookings on bookings.id = booking_id
where kind = 'gateway'
union all
select null, 'collision', id, organisation, zone, demo, created_at, lagos_day(created_at), '',
       0, 1, 0, 0, 0, 0, 0, '', 0 from collisions where counts_itself(collisions)
union all
select * from figure_changes
union all
select null, 'act', booking_id, payment.organisation, payment.zone, payment.demo, confirmed_at,
       lagos_day(confirmed_at), created_by, amount_kobo, 0, 0, 1, 0, 0, 0,
       to_char(lagos_day(created_at), 'YYYY-MM'), 0
from payments as payment join bookings on bookings.id = booking_id
union all
select null, 'act', id, organisation, zone, demo, completed_at, lagos_day(completed_at), created_by,
       price_kobo, 0, 0, 0, 1, 0, 0, to_char(lagos_day(created_at), 'YYYY-MM'), 0
from bookings where paid and completed
union all
select null, 'act', id, organisation, zone, demo, withdrawn_at, lagos_day(withdrawn_at), created_by,
       price_kobo, 0, 0, 0, 0, 1, 0, to_char(lagos_day(created_at), 'YYYY-MM'), 0
from bookings where withdrawn_at is not null
union all
select null, 'act', id, organisation, zone, demo, decided_at, lagos_day(decided_at), created_by,
       price_kobo, 0, 0, 0, 0, 0, 0, to_char(lagos_day(created_at), 'YYYY-MM'), 1
from bookings where decided_at is not null;

create or replace view figure_parts as
select kind, key, name, offence_id, xid, organisation, zone, demo, day,
       issued, issued * amount_kobo as issued_kobo, billed, billed * amount_kobo as billed_kobo,
       paid, paid * amount_kobo as paid_kobo, cleared, cleared * amount_kobo as cleared_kobo,
       withdrawn, withdrawn * amount_kobo as withdrawn_kobo,
       received, received * amount_kobo as received_kobo,
       decided, decided * amount_kobo as decided_kobo
from (
  select case record_type when 'booking' then 'place' else record_type end as kind,
         issued_in as key, '' as name, '' as offence_id, kobo as amount_kobo, fact.*
  from figure_facts as fact
  union all
  select 'officer', officer_id, '', '', kobo, fact.*
  from figure_facts as fact where record_type = 'booking'
  union all
  select 'head', code, line.name, offence_id, amount_kobo, fact.*
  from figure_facts as fact join booking_offences as line on line.booking_id = record_id
  where record_type = 'booking'
  union all
  select 'offence', offence_id, '', '', charged, fact.*
  from figure_facts as fact cross join lateral (
    select offence_id, sum(amount_kobo)::bigint as charged from booking_offences
    where booking_id = record_id group by offence_id
  ) as line
  where record_type = 'booking'
) as part;

create or replace function fold_figures(at_least bigint) returns bigint
  language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  with mark as (
    select xid from figure_mark
    where (select count(*) >= at_least or min(at) < now() - interval '10 seconds'
           from (select at from outbox
                 where outbox.xid >= figure_mark.xid and outbox.xid < transaction_horizon()
                 order by outbox.xid limit at_least) as waiting)
    for update skip locked
  ),
  due as (
    select count(*) as changes from outbox
    where xid >= (select xid from mark) and xid < transaction_horizon()
  ),
  added as (
    insert into figures as known
    select part.kind, organisation, place, demo, span, starts, key, min(name), min(offence_id),
           sum(issued), sum(issued_kobo), sum(billed), sum(billed_kobo), sum(paid), sum(paid_kobo),
           sum(cleared), sum(cleared_kobo), sum(withdrawn), sum(withdrawn_kobo),
           sum(received), sum(received_kobo), sum(decided), sum(decided_kobo)
    from figure_parts as part cross join lateral figure_spans(part.kind, part.zone, part.day)
    where xid >= (select xid from mark) and xid < transaction_horizon()
    group by part.kind, organisation, place, demo, span, starts, key
    on conflict (kind, organisation, zone, demo, span, starts, key) do update
      set (name, offence_id, issued, issued_kobo, billed, billed_kobo, paid, paid_kobo, cleared,
           cleared_kobo, withdrawn, withdrawn_kobo, received, received_kobo, decided, decided_kobo) =
        (least(known.name, excluded.name), least(known.offence_id, excluded.offence_id),
         known.issued + excluded.issued, known.issued_kobo + excluded.issued_kobo,
         known.billed + excluded.billed, known.billed_kobo + excluded.billed_kobo,
         known.paid + excluded.paid, known.paid_kobo + excluded.paid_kobo,
         known.cleared + excluded.cleared, known.cleared_kobo + excluded.cleared_kobo,
         known.withdrawn + excluded.withdrawn, known.withdrawn_kobo + excluded.withdrawn_kobo,
         known.received + excluded.received, known.received_kobo + excluded.received_kobo,
         known.decided + excluded.decided, known.decided_kobo + excluded.decided_kobo)
  ),
  moved as (
    update figure_mark set xid = greatest(xid, transaction_horizon())
    where (select changes > 0 from due)
  )
  select changes from due
$$;

create or replace function counted_figures(before xid8) returns setof figures
  language sql stable set search_path = pg_catalog, public, pg_temp set work_mem = '64MB' as $$
  select by_day.kind, organisation, place, demo, span, starts, key, min(name), min(offence_id),
         sum(issued), sum(issued_kobo), sum(billed), sum(billed_kobo), sum(paid), sum(paid_kobo),
         sum(cleared), sum(cleared_kobo), sum(withdrawn), sum(withdrawn_kobo),
         sum(received), sum(received_kobo), sum(decided), sum(decided_kobo)
  from (
    select kind, organisation, zone, demo, day, key, min(name), min(offence_id),
           sum(sign * issued), sum(sign * issued_kobo), sum(sign * billed),
           sum(sign * billed_kobo), sum(sign * paid), sum(sign * paid_kobo), sum(sign * cleared),
           sum(sign * cleared_kobo), sum(sign * withdrawn), sum(sign * withdrawn_kobo),
           sum(sign * received), sum(sign * received_kobo),
           sum(sign * decided), sum(sign * decided_kobo)
    from (
      select *, case when xid is null then 1 else -1 end as sign from figure_parts
      where xid is null or xid >= before
    ) as signed
    group by kind, organisation, zone, demo, day, key
  ) as by_day (kind, organisation, zone, demo, day, key, name, offence_id, issued, issued_kobo,
               billed, billed_kobo, paid, paid_kobo, cleared, cleared_kobo, withdrawn,
               withdrawn_kobo, received, received_kobo, decided, decided_kobo)
    cross join lateral figure_spans(by_day.kind, by_day.zone, by_day.day)
  group by by_day.kind, organisation, place, demo, span, starts, key
$$;


alter table court_cases
  -- The day of the decision, in Africa/Lagos, and the proposal that it was noted by.
  add column if not exists decided_on date,
  add column if not exists decision text references proposals,
  -- A warrant is no end.
  add column if not exists ended boolean not null default false,
  -- Nothing keeps the vehicle: no charge was fined, or the court's receipt is noted.
  add column if not exists vehicle_free boolean not null default false;

create or replace function is_vehicle_free(charges jsonb, receipt text) returns boolean
  language sql immutable
  return not charges @> '[{"outcome": "warrant"}]'
    and (receipt <> '' or not (charges @> '[{"outcome": "paid there"}]'
                               or charges @> '[{"outcome": "another amount"}]'));

-- Decisions that one person noted before. What was noted of a warrant stays, and the case goes on.
do $$ begin
  alter table court_cases disable trigger court_batch_is_locked;
  update court_cases set
    decided_on = greatest(hearing_day, lagos_day(decided_at)),
    ended = not charges @> '[{"outcome": "warrant"}]',
    vehicle_free = is_vehicle_free(charges, receipt)
  where charges is not null;
  alter table court_cases enable trigger court_batch_is_locked;
end $$;

-- A locked batch changes no more. Only a decision that two people have noted takes the place of
-- another; an erasure takes its paper.
create or replace function court_batch_is_locked() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  changing text[] := '{paper}';
begin
  if tg_table_name = 'court_batches' then
    if old.locked_at is not null then
      raise exception 'Batch % is locked.', old.id using errcode = 'check_violation';
    end if;
  elsif tg_op = 'UPDATE' then
    if not old.ended then
      changing := '{paper, hearing_day, hearing_place, suit}';
    end if;
    if (to_jsonb(new) - changing) is distinct from (to_jsonb(old) - changing)
      and not exists (
        select from proposals
        where id = new.decision and id is distinct from old.decision and kind = 'court decision'
          and outcome = 'confirmed' and subject = new.booking_id
      )
      or new.decision is not distinct from old.decision
        and old.decided_at is not null and new.paper is distinct from old.paper
        and not (new.paper is null and exists (
          select from bookings where id = old.booking_id and erased_at is not null))
    then
      raise exception 'Two people note what the court decided on case %.', old.booking_id
        using errcode = 'check_violation';
    end if;
  elsif exists (
    select from court_batches
    where id = coalesce(new.batch_id, old.batch_id) and locked_at is not null
  ) then
    raise exception 'Batch % is locked.', coalesce(new.batch_id, old.batch_id)
      using errcode = 'check_violation';
  end if;
  return coalesce(new, old);
end $$;

alter table proposals
  drop constraint if exists proposed_for_a_reason,
  -- A report is closed, and a court's decision noted, without a reason; again for one.
  add constraint proposed_for_a_reason check (
    kind in ('duty', 'statement')
    or (btrim(reason) = '') = (
      kind = 'closing' and body ->> 'version' = '1'
      or kind = 'court decision' and body ->> 'putsRight' = 'false'
    )
  );

-- Only a confirmation notes a decision. It is an end unless a warrant was issued on a charge; what
-- was paid or withdrawn before has ended already.
create or replace function note_confirmed_decision() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  has_ended boolean := not (new.body -> 'charges') @> '[{"outcome": "warrant"}]';
begin
  if exists (
    select from bookings
      join court_cases on booking_id = bookings.id
      join court_batches on court_batches.id = batch_id
    where bookings.id = new.subject
      and (created_by in (new.proposed_by, new.decided_by)
           or locked_by in (new.proposed_by, new.decided_by))
  ) then
    raise exception 'Whoever issued or referred ticket % notes no decision on it.', new.subject
      using errcode = 'check_violation';
  end if;
  update court_cases set
    charges = new.body -> 'charges', paid_where = new.body ->> 'paidWhere',
    receipt = new.body ->> 'courtReceipt', paper = new.body ->> 'paper',
    decided_on = (new.body ->> 'day')::date, decided_by = new.decided_by,
    decided_at = new.decided_at, decision = new.id, ended = has_ended,
    vehicle_free = is_vehicle_free(new.body -> 'charges', new.body ->> 'courtReceipt')
  where booking_id = new.subject;
  update bookings set
    decided_at = case when has_ended then coalesce(decided_at, new.decided_at) end
  where id = new.subject and not paid and withdrawn_at is null;
  return null;
end $$;

create or replace trigger note_confirmed_decision
  after update on proposals
  for each row when (new.kind = 'court decision' and new.outcome = 'confirmed')
  execute function note_confirmed_decision();

-- A hold in force, or a case that was referred and has no end. Whoever sets a hold or erases locks
-- the booking first.
create or replace function is_held(of_booking text) returns boolean
  language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select exists (
    select from holds
    where booking_id = of_booking and lifted_at is null
      and (until_day is null or until_day >= lagos_day(now()))
  ) or exists (
    select from court_cases join court_batches on court_batches.id = batch_id
    where booking_id = of_booking and locked_at is not null and not ended
  )
$$;

alter table payment_exceptions
  drop constraint if exists payment_exceptions_kind_check,
  add constraint payment_exceptions_kind_check check (
    kind in (
      'bill in doubt', 'bill refused', 'revenue head missing', 'bill late', 'other amount',
      'unproven', 'second payment', 'unknown bill', 'paid after withdrawal', 'paid and decided'
    )
  ) not valid;

-- A cleared, withdrawn or decided booking stays as it was, but for its erasure.
create or replace function booking_is_corrected_in_time() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if old.completed or old.withdrawn_at is not null or old.decided_at is not null
    or new.version <> old.version + 1
  then
    raise exception 'Booking % can''t be corrected.', old.id using errcode = 'check_violation';
  end if;
  return new;
end $$;

-- The booking was settled so many years ago, one at least.
create or replace function erase_booking(of_booking text, years integer) returns boolean
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  booking bookings;
begin
  select * into booking from bookings where id = of_booking for update;
  if booking.erased_at is not null
    or coalesce(booking.completed_at, booking.withdrawn_at, booking.decided_at) is null
    or coalesce(booking.completed_at, booking.withdrawn_at, booking.decided_at)
       > now() - make_interval(years => greatest(years, 1))
    or exists (select from payment_exceptions
               where booking_id = of_booking and closed_at is null)
    or is_held(of_booking) then
    return false;
  end if;
  if not exists (
    select from audit
    where record_type = 'booking' and record_id = of_booking and event = 'booking.erased'
      and xid = transaction_number()
  ) then
    raise exception 'The trail of booking % does not say that it is erased.', of_booking
      using errcode = 'check_violation';
  end if;
  -- Three fields may not be empty, nor plate and licence both. No search looks for a dash.
  update bookings set
    name = 'Erased', address = '-', phone_no = '-', license = '-', registration = '',
    phone_two = '', email = '', dob = null, height = '', gender = '', vin = '', pin = '',
    notes = '', former = '', position_lat = null, position_lng = null, position_accuracy = null,
    body_hash = 'erased ' || id, erased_at = now()
  where id = of_booking;
  with gone as (
    delete from booking_files where booking_id = of_booking returning file_id
  ), papers as (
    update court_cases set paper = null
    where booking_id = of_booking and paper is not null
    returning old.paper as file_id
  ), proposed as (
    select body ->> 'paper' as file_id from proposals
    where kind = 'court decision' and subject = of_booking and body ->> 'paper' is not null
  ), shown as (
    delete from dispute_files where booking_id = of_booking returning file_id
  ), gone_files as (
    select file_id from gone union all select file_id from papers
    union all select file_id from shown union all select file_id from proposed
  ), received as (
    delete from originals where file_id in (select file_id from gone_files) returning original_id
  )
  delete from files
  where id in (select file_id from gone_files union all select original_id from received);
  update audit set before = null, after = null, salt = ''
  where record_type = 'booking' and record_id = of_booking
    and event in ('booking.made', 'booking.corrected', 'booking.withdrawn',
                  'booking.mistake-reported', 'booking.mistake-left', 'booking.opted-out',
                  'booking.obligation-done', 'booking.waiver-asked', 'booking.given-back',
                  'booking.held', 'booking.hold-lifted');
  update mistakes set reason = 'Erased', answer = case when answer is not null then 'Erased' end
  where booking_id = of_booking;
  update obligations set reason = 'Erased' where booking_id = of_booking and reason is not null;
  update given_back set reason = 'Erased' where booking_id = of_booking;
  update disputes set words = 'Erased', phone = '',
    answer = case when answer is not null then 'Erased' end
  where booking_id = of_booking;
  update holds set reason = 'Erased', lift_reason = case when lifted_at is not null then 'Erased' end
  where booking_id = of_booking;
  return true;
end $$;

-- Tickets that a court had decided before.
update bookings set decided_at = one.decided_at
from court_cases as one
where one.booking_id = bookings.id and one.ended
  and not bookings.paid and bookings.withdrawn_at is null
  and bookings.decided_at is null;
