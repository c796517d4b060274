-- What an offence costs. Where an organisation has set no fee, the catalogue's own amount counts.

create table offence_fees (
  organisation text not null,
  -- A fee of the demo counts in the demo alone.
  demo boolean not null default false,
  offence_id text not null check (offence_id ~ '^[A-Z]{3}-\d{2}$'),
  -- The fee counts from this day on, in Africa/Lagos, until the next one.
  from_day date not null,
  -- Whole naira.
  amount_kobo bigint not null check (amount_kobo >= 0 and amount_kobo % 100 = 0),
  reason text not null check (btrim(reason) <> ''),
  set_by text not null references users,
  set_at timestamptz not null default now(),
  -- Null on a fee that was set while one person sufficed.
  confirmed_by text references users,
  primary key (organisation, demo, offence_id, from_day),
  constraint confirmed_by_another check (confirmed_by <> set_by)
);

-- A fee may change until the evening before its day, so that no day ever has two prices.
create function offence_fee_is_to_come() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  today date := (now() at time zone 'Africa/Lagos')::date;
begin
  if tg_op <> 'INSERT' and old.from_day <= today or tg_op <> 'DELETE' and new.from_day <= today then
    raise exception 'A fee is set for a day to come, and stands from that day on.'
      using errcode = 'check_violation';
  end if;
  return coalesce(new, old);
end $$;

create trigger offence_fee_is_to_come
  before insert or update or delete on offence_fees
  for each row execute function offence_fee_is_to_come();

-- A fee waits here for a second person.
create table fee_proposals (
  id text primary key check (id ~ '^[0-7][0-9A-HJKMNP-TV-Z]{25}$'),
  organisation text not null,
  demo boolean not null default false,
  offence_id text not null check (offence_id ~ '^[A-Z]{3}-\d{2}$'),
  from_day date not null,
  amount_kobo bigint not null check (amount_kobo >= 0 and amount_kobo % 100 = 0),
  reason text not null check (btrim(reason) <> ''),
  proposed_by text not null references users,
  proposed_at timestamptz not null default now(),
  -- Null while it waits.
  outcome text check (outcome in ('confirmed', 'refused', 'taken back')),
  decided_by text references users,
  decided_at timestamptz,
  -- Why it was refused.
  refusal text check (btrim(refusal) <> ''),
  -- Fees that were proposed at once, as a gazette lists them, are decided at once. The id of the
  -- first of them; null for a fee that was proposed alone.
  gazette text references fee_proposals,
  constraint decided_whole check (num_nulls(outcome, decided_by, decided_at) in (0, 3)),
  constraint decided_by_another
    check (outcome is null or (outcome = 'taken back') = (decided_by = proposed_by)),
  constraint refused_for_a_reason
    check ((outcome is not distinct from 'refused') = (refusal is not null))
);

-- One proposal at once waits for an offence and day.
create unique index fee_proposals_waiting on fee_proposals
  (organisation, demo, offence_id, from_day) where outcome is null;

create index fee_proposals_offence on fee_proposals
  (organisation, demo, offence_id, proposed_at desc);

create index fee_proposals_gazette on fee_proposals (gazette) where gazette is not null;

create function fee_proposal_is_decided_once() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
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

-- A proposal is in the demo if its maker is, whatever the statement says that stores it.
create function fee_proposal_is_of_its_maker() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  new.demo := (select demo from users where id = new.proposed_by);
  return new;
end $$;

create trigger fee_proposal_is_of_its_maker
  before insert on fee_proposals
  for each row execute function fee_proposal_is_of_its_maker();

-- Only a confirmation sets a fee, in place of another for the same day.
create function set_confirmed_fee() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
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

create trigger set_confirmed_fee
  after update on fee_proposals
  for each row when (new.outcome = 'confirmed')
  execute function set_confirmed_fee();
