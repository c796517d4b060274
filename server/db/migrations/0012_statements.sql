-- What a gateway or the bank says it took, as it was sent or fetched. Nothing of it is changed later:
-- a statement that was sent after another stands in its place on the days that both cover.
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
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  constraint days_in_order check (from_day <= to_day),
  unique (organisation, sha256)
);
create index statements_days on statements (organisation, to_day desc);

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
