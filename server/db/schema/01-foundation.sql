-- The files of this folder make the whole database, in the order of their names. Each says for one
-- subject its tables with their constraints, indexes, triggers and functions. What was added since
-- is in server/db/migrations. server/db/grants.ts says what the application may read and write.

-- Searching for pieces of words needs it.
create extension if not exists pg_trgm;

-- Random bytes come from it.
create extension if not exists pgcrypto;

-- Rows are sealed, counted and published in the order of the transactions that wrote them.
-- A cluster that a backup was read back into counts its own transactions from the beginning again.
-- So these three give the cluster's number plus what lay before it: nothing here, and more after a
-- restore, when server/db/transaction-numbers.ts writes them anew. PostgreSQL inlines their bodies.
create function transaction_number() returns xid8
  language sql stable
  return pg_current_xact_id();

-- Every transaction below it is over.
create function transaction_horizon() returns xid8
  language sql stable parallel safe
  return pg_snapshot_xmin(pg_current_snapshot());

-- The first transaction that has not begun.
create function transactions_begun() returns xid8
  language sql stable parallel safe
  return pg_snapshot_xmax(pg_current_snapshot());

-- One row names the installation, so that a live stream's cursor of another one is recognised.
-- A restore begins a new epoch too.
create table installation (
  id boolean primary key default true check (id),
  epoch text not null
);

insert into installation (epoch) values (replace(gen_random_uuid()::text, '-', ''));

-- Days of the product are calendar days in Africa/Lagos.
create function lagos_day(instant timestamptz) returns date
  language sql immutable
  return (instant at time zone 'Africa/Lagos')::date;

-- Accounts have a state, records an organisation. An account of all states has '' here.
create function organisation_of_state(state text) returns text
  language sql immutable parallel safe
  return case state
    when 'Lagos' then 'Lagos FRSC' when 'Abuja' then 'Abuja FRSC' else coalesce(state, '')
  end;
