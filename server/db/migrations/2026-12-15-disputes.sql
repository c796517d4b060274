-- Objections of booked people, from the public page of their ticket: one for each ticket.
create table disputes (
  booking_id text primary key references bookings,
  organisation text not null,
  zone text not null,
  demo boolean not null,
  ground text not null check (ground <> ''),
  words text not null check (btrim(words) <> ''),
  -- Where the objector wants to be called; '' for none.
  phone text not null default '',
  received_at timestamptz not null default now(),
  -- The last day for the answer, in Africa/Lagos.
  answer_due date not null,
  -- The ticket had this due day. It has none until the answer, so that its clock stands still.
  due_day date,
  outcome text check (outcome in ('upheld', 'rejected')),
  answer text check (btrim(answer) <> ''),
  answered_by text references users,
  answered_at timestamptz,
  constraint answered_whole check (num_nulls(outcome, answer, answered_by, answered_at) in (0, 4)),
  constraint answered_after check (answered_at >= received_at)
);

create index disputes_in on disputes (organisation, received_at desc);

create index disputes_open on disputes (organisation, answer_due, booking_id) where outcome is null;

create table dispute_files (
  file_id text primary key references files,
  booking_id text not null references disputes
);

create index dispute_files_of on dispute_files (booking_id, file_id);

create function dispute_answer_stands() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  raise exception 'The dispute of booking % is answered.', old.booking_id
    using errcode = 'check_violation';
end $$;

create trigger dispute_answer_stands before update of outcome, answered_by, answered_at on disputes
  for each row when (old.outcome is not null) execute function dispute_answer_stands();

-- As before; and a due day that moves is told like a correction, so that devices and screens read it.
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
           ('cleared', new.completed and (is_new or not old.completed), new.completed_at),
           ('withdrawn', new.withdrawn_at is not null and (is_new or old.withdrawn_at is null),
            new.withdrawn_at)
  ) as changes (change, has_happened, happened_at)
  where has_happened;
  return null;
end $$;
