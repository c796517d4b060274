-- What is settled, sent or asked for can't be put off or told otherwise in silence.

-- A row that no record bears out is no reason to keep people for longer: a ticket is cleared and
-- withdrawn once, referred once with its case, and decided by what two people confirmed.
create or replace function may_be_erased(of_booking text, years integer) returns boolean
  language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select exists (
    select from bookings
    where id = of_booking and erased_at is null
      and coalesce(completed_at, withdrawn_at, decided_at) is not null
  ) and (
    with told as (
      select event, min(number) as number, min(at) as at,
             case event when 'booking.court-decided' then min(after ->> 'proposal') end as proposal
      from audit
      where record_type = 'booking' and record_id = of_booking
        and event in ('booking.cleared', 'booking.withdrawn', 'booking.referred',
                      'booking.court-decided')
      -- A decision may be put right by another.
      group by event, case event when 'booking.court-decided' then after ->> 'proposal' end
    ), borne_out as (
      select told.* from told, bookings
      where bookings.id = of_booking and case event
        when 'booking.cleared' then completed_at is not null
        when 'booking.withdrawn' then withdrawn_at is not null
        when 'booking.referred' then exists (
          select from court_cases join court_batches on court_batches.id = batch_id
          where booking_id = of_booking and locked_at is not null)
        else exists (
          select from court_cases
          where booking_id = of_booking and proposal is null
            and decision is null and charges is not null
          union all
          select from proposals
          where id = proposal and kind = 'court decision' and subject = of_booking
            and outcome = 'confirmed')
        end
    )
    select max(at) filter (where event <> 'booking.referred')
             < now() - make_interval(years => greatest(years, keep_persons_years, 1))
           and coalesce(max(number) filter (where event = 'booking.referred'), 0)
             <= coalesce(max(number) filter (where event = 'booking.court-decided'), 0)
    from borne_out, installation
    where keep_persons_years is not null
    group by keep_persons_years
  ) and not exists (
    select from payment_exceptions as exception
    where booking_id = of_booking and (closed_at is null or not exists (
      select from audit
      where record_type = 'exception' and record_id = exception.id and event = 'exception.settled'))
  ) and not exists (
    select from holds
    where booking_id = of_booking and (until_day is null or until_day >= lagos_day(now()))
      and not exists (
        select from audit
        where record_type = 'booking' and record_id = of_booking
          and event = 'booking.hold-lifted' and after ->> 'hold' = holds.id)
  ) and not is_held(of_booking)
$$;

-- The owner's own functions and backups are free of it.
create function clearance_stands() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if current_user <> (select relowner::regrole::text from pg_class where oid = tg_relid) then
    raise exception 'Booking % was cleared, and stays so.', old.id using errcode = 'check_violation';
  end if;
  return new;
end $$;

create trigger clearance_stands before update of completed, completed_at, completed_by on bookings
  for each row when (
    old.completed_at is not null
    and (old.completed, old.completed_at, old.completed_by)
      is distinct from (new.completed, new.completed_at, new.completed_by))
  execute function clearance_stands();

-- The text of a message, whom it went to and by which gateway are written as its sending begins. Then
-- its state only goes on, as gateways tell it. The owner and the demo's year are free of it.
create or replace function message_stays_as_sent() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  begins boolean;
begin
  if current_user = (select relowner::regrole::text from pg_class where oid = tg_relid) then
    return new;
  end if;
  if tg_op = 'INSERT' then
    if not new.demo and (new.begun_at is not null or new.state not in ('queued', 'unknown')) then
      raise exception 'Message % is written before it is sent.', new.id
        using errcode = 'check_violation';
    end if;
    return new;
  end if;
  begins := old.state = 'queued' and old.begun_at is null and new.begun_at is not null
    and new.recipient <> '' and new.body <> '' and new.gateway is not null;
  if not begins and (
      (new.recipient, new.body, new.template, new.parts, new.estimate_kobo, new.gateway)
        is distinct from
      (old.recipient, old.body, old.template, old.parts, old.estimate_kobo, old.gateway)
      or new.begun_at is not null and new.begun_at is distinct from old.begun_at)
    or new.begun_at is null and old.begun_at is not null
      and (old.state, new.state) is distinct from ('queued', 'queued')
    or old.state <> 'queued' and old.gateway_id is not null
      and new.gateway_id is distinct from old.gateway_id
  then
    raise exception 'Message % stays as it was sent.', old.id using errcode = 'check_violation';
  end if;
  if new.state <> old.state and not (case old.state
      when 'queued' then new.begun_at is not null or new.state in ('stopped', 'unknown')
      when 'unknown' then new.state not in ('queued', 'stopped')
      when 'accepted' then new.state not in ('queued', 'stopped', 'unknown')
      else old.state <> 'stopped' and new.state = 'delivered' end)
  then
    raise exception 'Message % is % already.', old.id, old.state using errcode = 'check_violation';
  end if;
  return new;
end $$;

drop trigger message_stays_as_sent on messages;

create trigger message_stays_as_sent before insert or update on messages
  for each row execute function message_stays_as_sent();

create constraint trigger is_told_in_the_trail after update of state on messages
  deferrable initially deferred
  for each row when (
    new.state <> old.state and new.state not in ('queued', 'stopped', 'unknown'))
  execute function is_told_in_the_trail('', '', 'booking.message-sent message.reported');

create constraint trigger is_told_in_the_trail after insert on message_reports
  deferrable initially deferred
  for each row execute function is_told_in_the_trail('', '', 'message.reported');
