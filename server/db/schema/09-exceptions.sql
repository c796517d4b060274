-- Money that does not fit: exceptions that two people settle, and statements to compare with.

create table payment_exceptions (
  id text primary key check (id ~ '^[0-7][0-9A-HJKMNP-TV-Z]{25}$'),
  kind text not null check (
    kind in (
      'bill in doubt', 'bill refused', 'revenue head missing', 'bill late', 'other amount',
      'unproven', 'second payment', 'unknown bill', 'paid after withdrawal'
    )
  ),
  -- Null where the gateway names a bill that no booking has.
  booking_id text references bookings,
  organisation text not null,
  -- '' without a booking: whoever sees all zones is shown it.
  zone text not null,
  demo boolean not null,
  gateway text not null,
  bill_ref text,
  amount_kobo bigint,
  receipt text not null,
  -- What happened, in one sentence for whoever settles it.
  description text not null,
  -- Finding the same thing again raises no second exception.
  dedupe_key text not null,
  found_at timestamptz not null default now(),
  decision text check (decision in ('ask again', 'bill found', 'refund', 'noted')),
  found_bill_ref text,
  reason text,
  proposed_by text references users,
  proposed_at timestamptz,
  confirmed_by text references users,
  -- When a second person confirmed, or the matter resolved itself.
  closed_at timestamptz,
  constraint booking_is_known check (booking_id is not null or kind = 'unknown bill'),
  constraint bill_found_names_it check ((decision = 'bill found') = (found_bill_ref is not null)),
  constraint proposed_whole check (num_nulls(decision, reason, proposed_by, proposed_at) in (0, 4)),
  constraint confirmed_by_another check (
    confirmed_by is null
    or proposed_by is not null and closed_at is not null and confirmed_by <> proposed_by
  )
);

create unique index payment_exceptions_dedupe_key on payment_exceptions (dedupe_key);

create index payment_exceptions_booking on payment_exceptions (booking_id);

-- Settled exceptions stay for ever, so that pages of a place and of what is open have their own.
create index payment_exceptions_in on payment_exceptions
  (organisation, found_at desc, id desc) include (zone, demo);

create index payment_exceptions_in_zone on payment_exceptions
  (organisation, zone, found_at desc, id desc) include (demo);

create index payment_exceptions_open on payment_exceptions (found_at desc, id desc)
  where closed_at is null;

create index payment_exceptions_open_in on payment_exceptions
  (organisation, found_at desc, id desc) include (zone, demo) where closed_at is null;

-- What a gateway or a bank says that it took. A statement never changes. One that was sent later
-- stands in its place on the days that both cover.
create table statements (
  id text primary key check (id ~ '^[0-7][0-9A-HJKMNP-TV-Z]{25}$'),
  organisation text not null,
  demo boolean not null,
  gateway text not null,
  -- Africa/Lagos, both included.
  from_day date not null,
  to_day date not null,
  source text not null check (source in ('fetched', 'sent')),
  sent_by text not null references users,
  sent_at timestamptz not null default now(),
  -- Of the file.
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  state text not null check (state in ('waiting', 'in force', 'refused', 'taken back')),
  -- Null while it waits, and on one that was fetched.
  decided_by text references users,
  decided_at timestamptz,
  -- Why it was refused.
  refusal text check (btrim(refusal) <> ''),
  -- How many lines it has and what they come to. A trigger counts them as they come.
  lines integer check (lines >= 0),
  kobo bigint check (kobo >= 0),
  -- The head of a bank's file and what a person said its columns are. The next file with the same
  -- head is read the same way. Null where the names of the columns told it.
  head text,
  columns jsonb,
  constraint days_in_order check (from_day <= to_day),
  constraint decided_whole check (num_nulls(decided_by, decided_at) in (0, 2)),
  constraint decided_by_another
    check (decided_by is null or (state = 'taken back') = (decided_by = sent_by)),
  constraint refused_for_a_reason check ((state = 'refused') = (refusal is not null)),
  constraint columns_with_head check ((head is null) = (columns is null))
);

create index statements_days on statements (organisation, to_day desc);

-- A file that came to nothing may be sent again.
create unique index statements_once on statements (organisation, demo, sha256)
  where state in ('waiting', 'in force');

-- What a person sends waits for another; what the product fetched is in force at once.
create function statement_waits_for_a_second_person() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  as_it_was statements := new;
begin
  if tg_op = 'INSERT' then
    if new.decided_by is null
      and (new.source, new.state) in (('sent', 'waiting'), ('fetched', 'in force')) then
      new.lines := 0;
      new.kobo := 0;
      return new;
    end if;
  elsif old.state = 'waiting' and new.state <> 'waiting' and new.decided_by is not null then
    return new;
  else
    as_it_was.lines := old.lines;
    as_it_was.kobo := old.kobo;
    if as_it_was is not distinct from old then
      return new;
    end if;
  end if;
  raise exception 'A statement that was sent waits for a second person, who decides it once.'
    using errcode = 'check_violation';
end $$;

create trigger statement_waits_for_a_second_person
  before insert or update on statements
  for each row execute function statement_waits_for_a_second_person();

create table statement_lines (
  statement_id text not null references statements,
  line integer not null check (line >= 1),
  bill_ref text not null check (bill_ref <> ''),
  receipt text not null,
  amount_kobo bigint not null check (amount_kobo > 0),
  paid_at timestamptz not null,
  primary key (statement_id, line)
);

create index statement_lines_bill on statement_lines (bill_ref);

-- Lines come in the transaction of their statement, or not at all.
create function count_statement_lines() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (
    select from statements
    where id in (select statement_id from added) and xmin <> pg_current_xact_id()::xid
  ) then
    raise exception 'The lines of a statement come with it.' using errcode = 'check_violation';
  end if;
  update statements
    set lines = statements.lines + counted.lines, kobo = statements.kobo + counted.kobo
    from (
      select statement_id, count(*) as lines, sum(amount_kobo) as kobo
      from added group by statement_id
    ) as counted
    where id = statement_id;
  return null;
end $$;

create trigger count_statement_lines after insert on statement_lines
  referencing new table as added
  for each statement execute function count_statement_lines();
