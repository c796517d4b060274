-- Saved reports are views, and some of them are sent by mail again and again.
alter table saved_views drop constraint saved_views_screen_check;
alter table saved_views add constraint saved_views_screen_check
  check (screen in ('unpaid', 'paid', 'completed', 'bookings', 'collisions', 'reports'));

-- A saved report that its owner has sent by mail.
create table report_schedules (
  view_id text primary key references saved_views,
  rhythm text not null check (rhythm in ('day', 'monday', 'working-day')),
  -- Africa/Lagos.
  hour integer not null check (hour between 0 and 23),
  form text not null check (form in ('link', 'pdf', 'xlsx')),
  -- Ids of accounts.
  recipients text[] not null check (cardinality(recipients) > 0),
  -- The last day, Africa/Lagos; null for no end.
  until date,
  -- It is sent also when there is nothing to report.
  sends_nothing boolean not null,
  next_at timestamptz not null,
  -- Why it goes on no longer.
  ended text check (ended <> '')
);

create index report_schedules_due on report_schedules (next_at) where ended is null;

-- A mail to one account, which one run of a schedule sends.
create table report_mails (
  id text primary key check (id ~ '^[0-7][0-9A-HJKMNP-TV-Z]{25}$'),
  view_id text not null references report_schedules,
  due_at timestamptz not null,
  user_id text not null references users,
  -- The mail server was asked then; it isn't asked twice while nobody knows if it took the mail.
  begun_at timestamptz,
  done_at timestamptz,
  -- Why it could not be sent; null again once it was.
  problem text,
  unique (view_id, due_at, user_id)
);

create index report_mails_in_trouble on report_mails (due_at) where problem is not null;
