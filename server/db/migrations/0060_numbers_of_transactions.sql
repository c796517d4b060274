-- Rows are read in the order of the transactions that wrote them. A cluster that a backup is read
-- back into begins to number its transactions anew, so the numbers that rows keep are the
-- cluster's own plus what lay before it: nothing here, and by these functions, written anew, after
-- a restore (server/db/transaction-numbers.ts). They are inlined, so that nothing is paid for it.
create function transaction_number() returns xid8 language sql stable
  return pg_current_xact_id();

-- Below it, every transaction is over.
create function transaction_horizon() returns xid8 language sql stable parallel safe
  return pg_snapshot_xmin(pg_current_snapshot());

-- The first that has not begun.
create function transactions_begun() returns xid8 language sql stable parallel safe
  return pg_snapshot_xmax(pg_current_snapshot());

-- Defaults and bodies alone: no table is rewritten.
alter table audit alter column xid set default transaction_number();
alter table outbox alter column xid set default transaction_number();
alter table list_changes alter column xid set default transaction_number();
alter table offence_changes alter column xid set default transaction_number();

do $$
declare
  definition text;
begin
  for definition in
    select pg_get_functiondef(oid) from pg_proc
    where pronamespace = 'public'::regnamespace and prokind = 'f'
      and prosrc like '%pg_snapshot_xmin(pg_current_snapshot())%'
  loop
    execute replace(definition, 'pg_snapshot_xmin(pg_current_snapshot())', 'transaction_horizon()');
  end loop;
end $$;
