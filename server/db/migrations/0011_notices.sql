-- What a gateway told us by itself: a prompt to ask it, never proof.
create table notices (
  id text primary key check (id ~ '^[0-7][0-9A-HJKMNP-TV-Z]{25}$'),
  gateway text not null,
  -- Tells one notice of a gateway from another: the same again counts for nothing.
  event text not null check (length(event) between 1 and 128),
  bill_ref text not null check (length(bill_ref) between 1 and 100),
  received_at timestamptz not null default now(),
  -- What came of asking the gateway; none while it has not answered.
  outcome text check (
    outcome in ('paid', 'paid already', 'pending', 'exception', 'no such bill')
  ),
  settled_at timestamptz,
  constraint settled_whole check (num_nulls(outcome, settled_at) in (0, 2))
);
create unique index notices_event on notices (gateway, event);
create index notices_bill on notices (gateway, bill_ref);

-- The bills that are being asked for: a notice may come before the answer.
create index bookings_awaiting_bill on bookings (bill_asked_at)
  where bill_ref is null and bill_asked_at is not null;
