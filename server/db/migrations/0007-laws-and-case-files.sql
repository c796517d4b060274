-- The law of each offence, as its line keeps it, and case files as they were made.

alter table booking_offences
  -- As the rules of the ticket's day named it; '' where they named none.
  add column law text not null default '';

-- Offences are fixed like the price, but for the head that each goes to. Lines that come in the
-- booking's own transaction are the booking's own.
create or replace function booking_offence_is_fixed() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  of_booking text := coalesce(new.booking_id, old.booking_id);
begin
  if tg_op = 'UPDATE'
    and (new.booking_id, new.line, new.offence_id, new.code, new.name, new.penalty, new.amount_kobo,
         new.law)
      = (old.booking_id, old.line, old.offence_id, old.code, old.name, old.penalty, old.amount_kobo,
         old.law)
  then
    return new;
  end if;
  if exists (
    select from bookings
    where id = of_booking
      and (bill_asked_at is not null or bill_ref is not null or paid)
      and (tg_op <> 'INSERT' or xmin <> pg_current_xact_id()::xid)
  ) then
    raise exception 'The offences of booking % are fixed: its bill was asked for.', of_booking
      using errcode = 'check_violation';
  end if;
  return coalesce(new, old);
end $$;

-- Files of one more kind.
do $$
declare
  known text;
begin
  select pg_get_expr(conbin, conrelid) into strict known
  from pg_constraint where conname = 'files_kind_check' and conrelid = 'files'::regclass;
  execute format('alter table files drop constraint files_kind_check, '
                 'add constraint files_kind_check check (%s or kind = ''case file'') not valid', known);
end $$;

create table case_files (
  -- Drawn from what it says.
  number text primary key check (number ~ '^CF-[0-9A-F]{10}$'),
  booking_id text not null references bookings,
  file_id text not null unique references files,
  made_by text not null references users,
  made_at timestamptz not null
);

create index case_files_of_a_booking on case_files (booking_id, made_at);

-- A case file stays to the byte, until whoever was booked is erased.
create function case_file_stays() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  raise exception 'Case file % stays as it was made.', old.number using errcode = 'check_violation';
end $$;

create trigger case_file_stays before update on case_files
  for each row execute function case_file_stays();

create function erase_case_files() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  with gone as (
    delete from case_files where booking_id = new.id returning file_id
  )
  delete from files where id in (select file_id from gone);
  return null;
end $$;

create trigger erase_case_files
  after update of erased_at on bookings
  for each row when (old.erased_at is null and new.erased_at is not null)
  execute function erase_case_files();
