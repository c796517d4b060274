-- The paper of a closed report as it was made, and whose word a statement is.

-- Files of one more kind.
do $$
declare
  known text;
begin
  select pg_get_expr(conbin, conrelid) into strict known
  from pg_constraint where conname = 'files_kind_check' and conrelid = 'files'::regclass;
  execute format('alter table files drop constraint files_kind_check, '
                 'add constraint files_kind_check check (%s or kind = ''closed report'') not valid',
                 known);
end $$;

-- The PDF that was made when a report was closed.
create table closed_papers (
  id text primary key references report_closings,
  file_id text not null unique references files
);

create function closed_paper_stays() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  raise exception 'The paper of a closed report stays as it was made.'
    using errcode = 'check_violation';
end $$;

create trigger closed_paper_stays before update or delete on closed_papers
  for each row execute function closed_paper_stays();

-- The account statement of a bank stands beside the report of a gateway, for the same days.
alter table statements
  add column whose text not null default 'gateway' check (whose in ('gateway', 'bank'));

-- A difference names the exception of its bill.
create index payment_exceptions_bill on payment_exceptions (bill_ref);
