-- What a person must look at before it counts: money or bills that are not as they should be.
create table payment_exceptions (
  id text primary key check (id ~ '^[0-7][0-9A-HJKMNP-TV-Z]{25}$'),
  kind text not null check (
    kind in (
      'bill in doubt', 'bill refused', 'revenue head missing', 'other amount', 'unproven',
      'second payment', 'unknown bill', 'paid after withdrawal'
    )
  ),
  -- None where the gateway speaks of a bill that no booking has.
  booking_id text references bookings,
  organisation text not null,
  -- Empty without a booking: it then concerns those who see all zones.
  zone text not null,
  demo boolean not null,
  gateway text not null,
  bill_ref text,
  amount_kobo bigint,
  receipt text not null,
  -- What happened, in one sentence.
  story text not null,
  -- Finding the same thing again makes no second exception of it.
  fingerprint text not null,
  found_at timestamptz not null default now(),
  decision text check (decision in ('ask again', 'bill found', 'refund', 'noted')),
  found_bill_ref text,
  reason text,
  proposed_by text references users,
  proposed_at timestamptz,
  confirmed_by text references users,
  -- When a settlement was confirmed, or when the matter resolved itself.
  closed_at timestamptz,
  constraint booking_is_known check (booking_id is not null or kind = 'unknown bill'),
  constraint bill_found_names_it check ((decision = 'bill found') = (found_bill_ref is not null)),
  constraint proposed_whole check (
    num_nulls(decision, reason, proposed_by, proposed_at) in (0, 4)
  ),
  constraint confirmed_by_another check (
    confirmed_by is null
    or proposed_by is not null and closed_at is not null and confirmed_by <> proposed_by
  )
);
create unique index payment_exceptions_fingerprint on payment_exceptions (fingerprint);
create index payment_exceptions_booking on payment_exceptions (booking_id);
create index payment_exceptions_open on payment_exceptions (found_at desc, id desc)
  where closed_at is null;

-- Where a bill stands: the gateway that made it, and its page, where only the making tells it.
alter table bookings
  add bill_gateway text,
  add bill_page text;
update bookings set bill_gateway = 'PayKaduna' where bill_ref is not null;
alter table bookings
  add constraint bill_stands_somewhere check ((bill_ref is null) = (bill_gateway is null));
