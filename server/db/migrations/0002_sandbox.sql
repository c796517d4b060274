-- The books of the stand-in payment gateway of demo mode: another party's data, apart from ours.
create schema sandbox;

create sequence sandbox.receipts;

create table sandbox.bills (
  bill_reference text primary key check (bill_reference ~ '^[1-9][0-9]{11}$'),
  identifier text not null,
  first_name text not null,
  middle_name text not null,
  last_name text not null,
  telephone text not null,
  address text not null,
  narration text not null,
  additional_data jsonb not null default '{}',
  receipt text unique check (receipt ~ '^[0-9]{8,}$'),
  paid_at timestamptz,
  created_at timestamptz not null default now(),
  check ((receipt is null) = (paid_at is null))
);

create table sandbox.bill_items (
  bill_reference text not null references sandbox.bills,
  position integer not null,
  mdas_id integer not null,
  revenue_code text not null,
  amount_kobo bigint not null check (amount_kobo > 0),
  narration text not null,
  primary key (bill_reference, position)
);
