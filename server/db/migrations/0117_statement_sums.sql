-- A statement says itself how many lines it has and what they come to: its lines come with it and
-- never change. 0118 counts those that are there.
alter table statements
  add column lines integer check (lines >= 0),
  add column kobo bigint check (kobo >= 0);

create or replace function statement_waits_for_a_second_person() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp
as $$
declare
  as_it_was statements := new;
begin
  if tg_op = 'INSERT' then
    if new.decided_by is null
      and (new.source, new.state) in (('sent', 'waiting'), ('fetched', 'in force')) then
      new.lines := 0;
      new.kobo := 0;
      return new;
    end if;
  elsif old.state = 'waiting' and new.state <> 'waiting' and new.decided_by is not null then
    return new;
  else
    as_it_was.lines := old.lines;
    as_it_was.kobo := old.kobo;
    if as_it_was is not distinct from old then
      return new;
    end if;
  end if;
  raise exception 'A statement that was sent waits for a second person, who decides it once.'
    using errcode = 'check_violation';
end $$;

create function count_statement_lines() returns trigger language plpgsql
security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  if exists (
    select from statements
    where id in (select statement_id from added) and xmin <> pg_current_xact_id()::xid
  ) then
    raise exception 'The lines of a statement come with it.' using errcode = 'check_violation';
  end if;
  update statements
    set lines = statements.lines + counted.lines, kobo = statements.kobo + counted.kobo
    from (
      select statement_id, count(*) as lines, sum(amount_kobo) as kobo
      from added group by statement_id
    ) as counted
    where id = statement_id;
  return null;
end $$;
create trigger count_statement_lines after insert on statement_lines
  referencing new table as added
  for each statement execute function count_statement_lines();
