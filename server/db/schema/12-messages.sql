-- Text messages and mails that tell drivers of their tickets.

-- One row for each message; a row that waits is the job of sending it.
create table messages (
  id text primary key check (id ~ '^[0-7][0-9A-HJKMNP-TV-Z]{25}$'),
  booking_id text not null references bookings,
  organisation text not null,
  zone text not null,
  demo boolean not null,
  purpose text not null check (purpose <> ''),
  -- Days after the due day of a reminder, else 0.
  step integer not null default 0,
  channel text not null check (channel in ('sms', 'mail')),
  state text not null default 'queued' check (state in (
    'queued', 'accepted', 'delivered', 'blocked', 'unreachable', 'fault', 'unknown', 'stopped')),
  reason text not null default '',
  made_at timestamptz not null default now(),
  -- It is decided then whether it is sent.
  due_at timestamptz not null default now(),
  -- The gateway was asked then; it isn't asked twice while nobody knows if it took the message.
  begun_at timestamptz,
  sent_at timestamptz,
  -- An operator must act; the time of the last refusal.
  troubled_at timestamptz,
  -- Both are erased with who was booked.
  recipient text not null default '',
  body text not null default '',
  -- The first day of the rules whose text it is; '' for the usual one.
  template text not null default '',
  parts integer check (parts > 0),
  estimate_kobo bigint check (estimate_kobo >= 0),
  gateway text,
  gateway_id text,
  -- As the gateway reported them, in any currency.
  cost numeric check (cost >= 0),
  currency text not null default '',
  -- Nothing is told twice.
  unique (booking_id, purpose, step, channel)
);

create index messages_waiting on messages (due_at) where state = 'queued' and begun_at is null;

create index messages_begun on messages (begun_at) where state = 'queued' and begun_at is not null;

create index messages_troubled on messages (troubled_at) where troubled_at is not null;

create unique index messages_at_gateway on messages (gateway, gateway_id);

create index messages_in on messages (organisation, made_at desc, id desc);

-- A gateway's report is kept once. It may come before the id of its message is known.
create table message_reports (
  gateway text not null,
  gateway_id text not null,
  state text not null,
  reason text not null,
  cost numeric check (cost >= 0),
  currency text not null default '',
  at timestamptz not null default now(),
  primary key (gateway, gateway_id, state, reason)
);

-- Numbers that get no messages.
create table opt_outs (
  organisation text not null,
  demo boolean not null,
  phone text not null check (phone <> ''),
  reason text not null check (btrim(reason) <> ''),
  -- Null where the gateway told it.
  made_by text references users,
  made_at timestamptz not null default now(),
  primary key (organisation, demo, phone)
);

create function forget_messages() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update messages set recipient = '', body = '' where booking_id = new.id;
  return null;
end $$;

create trigger forget_messages after update of erased_at on bookings
  for each row when (new.erased_at is not null) execute function forget_messages();
