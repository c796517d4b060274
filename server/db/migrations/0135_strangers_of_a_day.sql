-- Outside a transaction: a year of events may be millions of rows.

drop index concurrently if exists security_events_of_strangers;

create index concurrently security_events_of_strangers
  on security_events (minute) include (address) where not ours;
