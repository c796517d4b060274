-- Outside a transaction
-- A collision that counts as another counts nowhere for itself. Counts that were noted wrongly are
-- corrected, and what was recorded stays beside them. Each statement locks one busy table at most, and
-- leaves the figures those of their records.

-- The collision that counts in the place of this one; a trigger keeps it to what people decided.
alter table collisions add column if not exists counts_as text;

-- True of a collision that counts. Every figure, list, map and report asks this.
create or replace function counts_itself(collision collisions) returns boolean
  language sql immutable parallel safe
  return (collision).counts_as is null;

-- A row that takes a collision out of the figures, or brings it back, has the day of the collision.
alter table outbox
  drop constraint if exists outbox_change_check,
  add constraint outbox_change_check
  check (change in ('made', 'billed', 'corrected', 'paid', 'cleared', 'withdrawn', 'recorded',
                    'added', 'linked', 'unlinked'));

create or replace view figure_changes as
select xid, record_type, record_id, organisation, zone, demo, at, made_on as day, officer_id, kobo,
       case when change in ('made', 'recorded', 'unlinked') then 1 when change = 'linked' then -1
            else 0 end as issued,
       (change = 'billed')::integer as billed,
       (change = 'paid')::integer as paid, (change = 'cleared')::integer as cleared,
       (change = 'withdrawn')::integer as withdrawn, 0 as received, '' as issued_in
from outbox
union all
select xid, record_type, record_id, organisation, zone, demo, at, received_on, officer_id, kobo,
       0, 0, 0, 0, 0, 1, ''
from outbox where received_on is not null
union all
select xid, 'act', record_id, organisation, zone, demo, at, acted_on, officer_id, kobo,
       0, 0, (change = 'paid')::integer, (change = 'cleared')::integer,
       (change = 'withdrawn')::integer, 0, to_char(made_on, 'YYYY-MM')
from outbox where acted_on is not null;

create or replace view figure_facts as
select null::xid8 as xid, 'booking' as record_type, id as record_id, organisation, zone, demo,
       created_at as at, lagos_day(created_at) as day, created_by as officer_id, price_kobo as kobo,
       1 as issued, (bill_ref is not null)::integer as billed, paid::integer as paid,
       completed::integer as cleared, (withdrawn_at is not null)::integer as withdrawn,
       0 as received, '' as issued_in
from bookings
union all
select null, 'booking', booking_id, payment.organisation, payment.zone, payment.demo, confirmed_at,
       lagos_day(confirmed_at), created_by, amount_kobo, 0, 0, 0, 0, 0, 1, ''
from payments as payment join bookings on bookings.id = booking_id
where kind = 'gateway'
union all
select null, 'collision', id, organisation, zone, demo, created_at, lagos_day(created_at), '',
       0, 1, 0, 0, 0, 0, 0, '' from collisions where counts_itself(collisions)
union all
select * from figure_changes
union all
select null, 'act', booking_id, payment.organisation, payment.zone, payment.demo, confirmed_at,
       lagos_day(confirmed_at), created_by, amount_kobo, 0, 0, 1, 0, 0, 0,
       to_char(lagos_day(created_at), 'YYYY-MM')
from payments as payment join bookings on bookings.id = booking_id
union all
select null, 'act', id, organisation, zone, demo, completed_at, lagos_day(completed_at), created_by,
       price_kobo, 0, 0, 0, 1, 0, 0, to_char(lagos_day(created_at), 'YYYY-MM')
from bookings where completed
union all
select null, 'act', id, organisation, zone, demo, withdrawn_at, lagos_day(withdrawn_at), created_by,
       price_kobo, 0, 0, 0, 0, 1, 0, to_char(lagos_day(created_at), 'YYYY-MM')
from bookings where withdrawn_at is not null;

create or replace function announce_link() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into outbox (record_type, record_id, change, organisation, zone, demo, made_on)
  values ('collision', new.id, case when counts_itself(new) then 'unlinked' else 'linked' end,
          new.organisation, new.zone, new.demo, lagos_day(new.created_at));
  return null;
end $$;

create or replace trigger announce_link after update of counts_as on collisions
  for each row when ((old.counts_as is null) <> (new.counts_as is null))
  execute function announce_link();

-- Both collisions of a pair count as their verdicts say, whoever writes them.
create or replace function link_collisions() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'UPDATE' or new.verdict is not null then
    update collisions set counts_as = counts_as(collisions)
    where id in (new.first_id, new.second_id) and counts_as is distinct from counts_as(collisions);
  end if;
  return null;
end $$;

create or replace trigger link_collisions after insert or update of verdict on collision_doubles
  for each row execute function link_collisions();

-- Pairs that were decided before are told as if they were decided now, and leave the figures so.
update collisions set counts_as = counts_as(collisions)
where id in (select unnest(array[first_id, second_id]) from collision_doubles where verdict <> 'two')
  and counts_as is distinct from counts_as(collisions);

-- Corrections of counts are added alone, with what had counted before.
create table if not exists collision_corrections (
  id text primary key check (id ~ '^[0-7][0-9A-HJKMNP-TV-Z]{25}$'),
  collision_id text not null references collisions,
  cars_were integer not null,
  injuries_were integer not null,
  fatalities_were integer not null,
  cars integer not null check (cars >= 0),
  injuries integer not null check (injuries >= 0),
  fatalities integer not null check (fatalities >= 0),
  reason text not null check (btrim(reason) <> ''),
  corrected_by text not null references users,
  corrected_at timestamptz not null default now(),
  constraint something_is_corrected
    check ((cars, injuries, fatalities) <> (cars_were, injuries_were, fatalities_were))
);

create index if not exists corrections_of_a_collision on collision_corrections (collision_id, id);

-- Vehicles, killed and injured as of now: as recorded, with what was added and corrected later.
create or replace function cars_in(collision collisions) returns integer
  language sql stable
begin atomic
  select (collision).cars + coalesce(sum(cars - cars_were), 0)::integer
  from collision_corrections where collision_id = (collision).id;
end;

create or replace function killed_in(collision collisions) returns integer
  language sql stable
begin atomic
  select (collision).fatalities + (
      select coalesce(sum(persons) filter (where died_in_time(collision, died_on)), 0)
      from collision_additions where collision_id = (collision).id
    )::integer + (
      select coalesce(sum(fatalities - fatalities_were), 0)
      from collision_corrections where collision_id = (collision).id
    )::integer;
end;

create or replace function injured_in(collision collisions) returns integer
  language sql stable
begin atomic
  select (collision).injuries - (
      select coalesce(sum(persons) filter (where were_injured and died_in_time(collision, died_on)), 0)
      from collision_additions where collision_id = (collision).id
    )::integer + (
      select coalesce(sum(injuries - injuries_were), 0)
      from collision_corrections where collision_id = (collision).id
    )::integer;
end;

-- Additions and corrections of one collision come one after the other.
create or replace function lock_collision(collision text) returns void
  language sql security definer set search_path = pg_catalog, public, pg_temp
begin atomic
  select from collisions where id = collision for update;
end;

-- What is corrected is told live, as an addition is; figures count no record for it.
create or replace function announce_correction() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into outbox (record_type, record_id, change, organisation, zone, demo, made_on)
  select 'collision', id, 'corrected', organisation, zone, demo, lagos_day(created_at)
  from collisions where id = new.collision_id;
  return null;
end $$;

create or replace trigger announce_correction after insert on collision_corrections
  for each row execute function announce_correction();
