-- A fee of the demo counts in the demo alone, and so does a proposed one. These tables are small.
alter table offence_fees add column demo boolean not null default false;
alter table fee_proposals add column demo boolean not null default false;

alter table offence_fees disable trigger user;
update offence_fees set demo = true where set_by in (select id from users where demo);
alter table offence_fees enable trigger user;
alter table fee_proposals disable trigger user;
update fee_proposals set demo = true where proposed_by in (select id from users where demo);
alter table fee_proposals enable trigger user;

alter table offence_fees drop constraint offence_fees_pkey;
alter table offence_fees add primary key (organisation, demo, offence_id, from_day);
drop index fee_proposals_waiting;
create unique index fee_proposals_waiting
  on fee_proposals (organisation, demo, offence_id, from_day) where outcome is null;
drop index fee_proposals_offence;
create index fee_proposals_offence
  on fee_proposals (organisation, demo, offence_id, proposed_at desc);

-- A file that somebody sent in the demo may be sent again as what it is.
drop index statements_once;
create unique index statements_once on statements (organisation, demo, sha256)
  where state in ('waiting', 'in force');

-- Whatever is said of it, a proposal is in the demo if its maker is.
create function fee_proposal_is_of_its_maker() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp
as $$
begin
  new.demo := (select demo from users where id = new.proposed_by);
  return new;
end $$;

create trigger fee_proposal_is_of_its_maker
  before insert on fee_proposals
  for each row execute function fee_proposal_is_of_its_maker();

create or replace function set_confirmed_fee() returns trigger language plpgsql
security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  if (select demo from users where id = new.decided_by) <> new.demo then
    raise exception 'A fee of the demo is confirmed in the demo alone.'
      using errcode = 'check_violation';
  end if;
  insert into offence_fees
    (organisation, demo, offence_id, from_day, amount_kobo, reason, set_by, set_at, confirmed_by)
  values (new.organisation, new.demo, new.offence_id, new.from_day, new.amount_kobo, new.reason,
          new.proposed_by, new.proposed_at, new.decided_by)
  on conflict (organisation, demo, offence_id, from_day) do update
    set amount_kobo = excluded.amount_kobo, reason = excluded.reason, set_by = excluded.set_by,
        set_at = excluded.set_at, confirmed_by = excluded.confirmed_by;
  return null;
end $$;
