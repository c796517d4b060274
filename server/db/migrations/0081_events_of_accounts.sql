-- Outside a transaction: a year of events may be millions of rows.

-- For the events of one organisation or zone, among which a flood by nobody known would be read else.
-- What a failed build left is no index.
drop index concurrently if exists security_events_of_account;

create index concurrently security_events_of_account
  on security_events (account, minute desc) where account <> '';

drop index concurrently if exists security_events_concerning;

create index concurrently security_events_concerning
  on security_events (concerns, minute desc) where concerns <> '';
