-- A fee counts, and a statement that a person sent is compared, once a second person has confirmed
-- it. What was in force before stays so. All of these tables are small.
create table fee_proposals (
  id text primary key check (id ~ '^[0-7][0-9A-HJKMNP-TV-Z]{25}$'),
  organisation text not null,
  offence_id text not null check (offence_id ~ '^[A-Z]{3}-\d{2}$'),
  -- A calendar day in Africa/Lagos.
  from_day date not null,
  amount_kobo bigint not null check (amount_kobo >= 0 and amount_kobo % 100 = 0),
  reason text not null check (btrim(reason) <> ''),
  proposed_by text not null references users,
  proposed_at timestamptz not null default now(),
  -- How it ended; null while it waits.
  outcome text check (outcome in ('confirmed', 'refused', 'taken back')),
  decided_by text references users,
  decided_at timestamptz,
  -- Why it was refused.
  refusal text check (btrim(refusal) <> ''),
  constraint decided_whole check (num_nulls(outcome, decided_by, decided_at) in (0, 3)),
  constraint decided_by_another check (
    outcome is null or (outcome = 'taken back') = (decided_by = proposed_by)
  ),
  constraint refused_for_a_reason check (
    (outcome is not distinct from 'refused') = (refusal is not null)
  )
);
-- Of an offence and a day one waits at once.
create unique index fee_proposals_waiting on fee_proposals (organisation, offence_id, from_day)
  where outcome is null;
create index fee_proposals_offence on fee_proposals (organisation, offence_id, proposed_at desc);

-- Null on a fee that was set before two people were needed.
alter table offence_fees add column confirmed_by text references users;
alter table offence_fees add constraint confirmed_by_another check (confirmed_by <> set_by);

-- A proposal begins undecided, and is decided once.
create function fee_proposal_is_decided_once() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp
as $$
begin
  if tg_op = 'INSERT' and new.outcome is not null or tg_op = 'UPDATE' and old.outcome is not null then
    raise exception 'A proposed fee waits for a second person, who decides it once.'
      using errcode = 'check_violation';
  end if;
  return new;
end $$;

create trigger fee_proposal_is_decided_once
  before insert or update on fee_proposals
  for each row execute function fee_proposal_is_decided_once();

-- A fee is set by its confirmation alone, in place of another for the same day.
create function set_confirmed_fee() returns trigger language plpgsql
security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  insert into offence_fees
    (organisation, offence_id, from_day, amount_kobo, reason, set_by, set_at, confirmed_by)
  values (new.organisation, new.offence_id, new.from_day, new.amount_kobo, new.reason,
          new.proposed_by, new.proposed_at, new.decided_by)
  on conflict (organisation, offence_id, from_day) do update
    set amount_kobo = excluded.amount_kobo, reason = excluded.reason, set_by = excluded.set_by,
        set_at = excluded.set_at, confirmed_by = excluded.confirmed_by;
  return null;
end $$;

create trigger set_confirmed_fee
  after update on fee_proposals
  for each row when (new.outcome = 'confirmed')
  execute function set_confirmed_fee();

alter table statements
  add column state text not null default 'in force'
    check (state in ('waiting', 'in force', 'refused', 'taken back')),
  -- Null while it waits, and on one that needed no second person.
  add column decided_by text references users,
  add column decided_at timestamptz,
  -- Why it was refused.
  add column refusal text check (btrim(refusal) <> ''),
  add constraint decided_whole check (num_nulls(decided_by, decided_at) in (0, 2)),
  add constraint decided_by_another check (
    decided_by is null or (state = 'taken back') = (decided_by = sent_by)
  ),
  add constraint refused_for_a_reason check ((state = 'refused') = (refusal is not null));
alter table statements alter column state drop default;

-- A file that came to nothing may be sent again.
alter table statements drop constraint statements_organisation_sha256_key;
create unique index statements_once on statements (organisation, sha256)
  where state in ('waiting', 'in force');

-- What a person sends waits for another; what our own call to the gateway brought doesn't.
create function statement_waits_for_a_second_person() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp
as $$
begin
  if tg_op = 'INSERT' then
    if new.decided_by is null
      and (new.source, new.state) in (('sent', 'waiting'), ('fetched', 'in force')) then
      return new;
    end if;
  elsif old.state = 'waiting' and new.state <> 'waiting' and new.decided_by is not null then
    return new;
  end if;
  raise exception 'A statement that was sent waits for a second person, who decides it once.'
    using errcode = 'check_violation';
end $$;

create trigger statement_waits_for_a_second_person
  before insert or update on statements
  for each row execute function statement_waits_for_a_second_person();
