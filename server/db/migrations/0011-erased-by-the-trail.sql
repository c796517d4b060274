-- What decides about an erasure stands where the application can't write: in the trail, and here.

-- Years after which the owner lets people be forgotten, as the last migration noted it; null for never.
alter table installation
  add column keep_persons_years integer default 7 check (keep_persons_years >= 1);

-- The trail says that the ticket was settled so long ago, and that nothing of it is open. Columns of
-- the ticket must say so too, but alone they prove nothing: the application writes them.
create function may_be_erased(of_booking text, years integer) returns boolean
  language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select exists (
    select from bookings
    where id = of_booking and erased_at is null
      and coalesce(completed_at, withdrawn_at, decided_at) is not null
  ) and (
    select max(at) filter (
             where event in ('booking.cleared', 'booking.withdrawn', 'booking.court-decided'))
             < now() - make_interval(years => greatest(years, keep_persons_years, 1))
           and coalesce(max(number) filter (where event = 'booking.referred'), 0)
             <= coalesce(max(number) filter (where event = 'booking.court-decided'), 0)
    from audit, installation
    where record_type = 'booking' and record_id = of_booking and keep_persons_years is not null
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

-- The guard takes the place of the one that asked the ticket's own columns.
do $$
declare
  was text := pg_get_functiondef('erase_booking(text, integer)'::regprocedure);
  guard text := substring(was from 'if booking\.erased_at is not null.*?or is_held\(of_booking\) then');
begin
  execute replace(was, guard, 'if may_be_erased(of_booking, years) is not true then');
end $$;

create or replace function erase_labels(years integer) returns integer
  language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  with late as (
    update late_records set label = '', body_hash = null
    from installation
    where label <> '' and keep_persons_years is not null
      and asked_at < now() - make_interval(years => greatest(years, keep_persons_years))
    returning 1
  ), taken_out as (
    update taken_out_records set label = ''
    from installation
    where label <> '' and keep_persons_years is not null
      and taken_out_at < now() - make_interval(years => greatest(years, keep_persons_years))
    returning 1
  )
  select ((select count(*) from late) + (select count(*) from taken_out))::integer
$$;

-- The erasure looks for what is left, and no mark can lead it past a ticket.
create index bookings_to_erase on bookings (coalesce(completed_at, withdrawn_at, decided_at), id)
  where erased_at is null and coalesce(completed_at, withdrawn_at, decided_at) is not null;

drop table erasure_marks;

-- What the application may change only beside a row of the trail, in one transaction: of this kind,
-- of the record that the column names ('' for any), and of one of these events. The owner's own
-- functions and backups are free of it.
create function is_told_in_the_trail() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  record_id_of_row text := to_jsonb(coalesce(new, old)) ->> tg_argv[1];
  events text[] := string_to_array(tg_argv[2], ' ');
  is_told boolean;
begin
  if current_user = (select relowner::regrole::text from pg_class where oid = tg_relid) then
    return null;
  end if;
  -- Two statements, so that the rows of a record are found by their index.
  if record_id_of_row is null then
    is_told := exists (
      select from audit where xid = transaction_number() and event = any (events));
  else
    is_told := exists (
      select from audit
      where record_type = tg_argv[0] and record_id = record_id_of_row
        and xid = transaction_number() and event = any (events));
  end if;
  if not is_told then
    raise exception 'The trail does not say why % changes.', tg_relid::regclass
      using errcode = 'check_violation';
  end if;
  return null;
end $$;

create constraint trigger is_told_in_the_trail after insert or delete on opt_outs
  deferrable initially deferred
  for each row execute function is_told_in_the_trail('', '', 'booking.opted-out message.reported');

create constraint trigger is_told_in_the_trail after insert on dispute_files
  deferrable initially deferred
  for each row execute function is_told_in_the_trail('booking', 'booking_id', 'booking.disputed');

create constraint trigger is_told_in_the_trail after update of due_day on obligations
  deferrable initially deferred
  for each row when (new.due_day is distinct from old.due_day)
  execute function is_told_in_the_trail('booking', 'booking_id', 'booking.days-moved booking.dispute-answered');

create constraint trigger is_told_in_the_trail
  after update of answer on mistakes
  deferrable initially deferred
  for each row when (new.answer is distinct from old.answer)
  execute function is_told_in_the_trail(
    'booking', 'booking_id', 'booking.mistake-left booking.corrected booking.withdrawn');

create constraint trigger is_told_in_the_trail
  after update of password_hash on users
  deferrable initially deferred
  for each row when (new.password_hash <> old.password_hash)
  execute function is_told_in_the_trail(
    'user', 'id', 'user.password-reset user.password-changed');

create constraint trigger account_is_told_in_the_trail
  after update of phone, username, picture on users
  deferrable initially deferred
  for each row when (
    (new.phone, new.username, new.picture) is distinct from (old.phone, old.username, old.picture))
  execute function is_told_in_the_trail('user', 'id', 'user.changed user.pictured');

create constraint trigger is_told_in_the_trail
  after insert or update of rhythm, hour, form, recipients, until, sends_nothing, ended
  on report_schedules
  deferrable initially deferred
  for each row execute function is_told_in_the_trail(
    'view', 'view_id', 'report.schedule-set report.schedule-ended');

create constraint trigger is_told_in_the_trail
  after update on saved_views
  deferrable initially deferred
  for each row execute function is_told_in_the_trail('view', 'id', 'view.changed view.removed');

create constraint trigger is_told_in_the_trail
  after update on shifts
  deferrable initially deferred
  for each row execute function is_told_in_the_trail('user', 'officer_id', 'user.shift-ended');

-- A message that a gateway was asked to send stays as it was, but for its erasure.
create function message_stays_as_sent() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if old.begun_at is not null
    and (new.recipient, new.body) is distinct from (old.recipient, old.body)
    and not ((new.recipient, new.body) = ('', '') and exists (
      select from bookings where id = old.booking_id and erased_at is not null))
  then
    raise exception 'Message % stays as it was sent.', old.id using errcode = 'check_violation';
  end if;
  return new;
end $$;

create trigger message_stays_as_sent before update of recipient, body on messages
  for each row execute function message_stays_as_sent();

-- All but the newest of a place, which no page reaches; answers how many.
create function prune_activities(keep integer) returns integer
  language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  with gone as (
    delete from activities
    where (organisation, zone, demo, at, audit_id) in (
      select organisation, zone, demo, at, audit_id
      from (select activities.*,
                   row_number() over (partition by organisation, zone, demo
                                      order by at desc, audit_id desc) as place
            from activities) as listed
      where place > greatest(keep, 1000))
    returning 1
  )
  select count(*)::integer from gone
$$;

create constraint trigger is_told_in_the_trail
  after update of file_id on coming_files
  deferrable initially deferred
  for each row when (new.file_id is distinct from old.file_id)
  execute function is_told_in_the_trail('collision', 'collision_id', 'collision.file-received');

-- Milliseconds for which a row is kept after it began.
alter table attempts add column if not exists kept_ms integer not null default 600000;
