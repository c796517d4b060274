-- When the gateway last answered about a bill, or it was first watched. checked_at says when it was asked.
alter table bill_checks add column answered_at timestamptz not null default now();
