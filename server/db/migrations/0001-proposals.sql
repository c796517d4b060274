-- What one person proposes and another decides is in one table. What then holds has its own.

create table proposals (
  id text primary key check (id ~ '^[0-7][0-9A-HJKMNP-TV-Z]{25}$'),
  -- A row of `decisionKinds`.
  kind text not null check (kind <> ''),
  organisation text not null,
  -- Null for what counts in all zones.
  zone text,
  demo boolean not null,
  -- Of one subject one proposal waits at once.
  subject text not null,
  body jsonb not null check (jsonb_typeof(body) = 'object'),
  -- '' where the kind asks for none.
  reason text not null,
  proposed_by text not null references users,
  proposed_at timestamptz not null default now(),
  -- Null while it waits.
  outcome text check (outcome in ('confirmed', 'refused', 'taken back', 'replaced')),
  -- Null also where another proposal took its place.
  decided_by text references users,
  decided_at timestamptz,
  -- Why it was refused.
  refusal text check (btrim(refusal) <> ''),
  -- The first of those that were proposed at once, and are decided at once; null for one alone.
  together text references proposals,
  constraint decided_whole check (
    num_nulls(outcome, decided_at) in (0, 2)
    and (decided_by is null) = (coalesce(outcome, 'replaced') = 'replaced')
  ),
  constraint decided_by_another
    check (decided_by is null or (outcome = 'taken back') = (decided_by = proposed_by)),
  -- A settlement is sent back without one.
  constraint refused_for_a_reason check (
    coalesce(outcome = 'refused' and kind <> 'settlement', false) = (refusal is not null)
  ),
  constraint replaced_settlement
    check (outcome is distinct from 'replaced' or kind = 'settlement'),
  -- A report is closed without a reason once, and again for one.
  constraint proposed_for_a_reason check (
    kind in ('duty', 'statement')
    or (btrim(reason) = '') = (kind = 'closing' and body ->> 'version' = '1')
  ),
  -- Nobody has a hand in a duty of their own.
  constraint nobody_to_oneself check (
    kind <> 'duty'
    or body ->> 'user' is distinct from proposed_by and (body ->> 'user' <> decided_by) is not false
  )
);

create unique index proposals_waiting on proposals (kind, organisation, demo, subject)
  where outcome is null;

-- A closed report has its version alone.
create unique index proposals_version on proposals (organisation, demo, subject, (body ->> 'version'))
  where kind = 'closing' and (outcome is null or outcome = 'confirmed');

create index proposals_subject on proposals (kind, subject);

create index proposals_together on proposals (together) where together is not null;

-- Duties and switches: what stands of a duty is what was confirmed.
insert into proposals (id, kind, organisation, demo, subject, body, reason, proposed_by,
                       proposed_at, outcome, decided_by, decided_at, refusal)
select id, 'duty', organisation, demo, concat_ws(' ', duty, user_id),
       jsonb_build_object('duty', duty, 'user', user_id, 'until', until), '', proposed_by,
       proposed_at,
       case state when 'in force' then 'confirmed' when 'ended' then 'confirmed'
                  when 'waiting' then null else state end,
       decided_by, decided_at, refusal
from duties;

delete from duties where state not in ('in force', 'ended');

drop index duties_standing;

alter table duties
  drop column state,
  drop column proposed_by,
  drop column proposed_at,
  drop column decided_by,
  drop column decided_at,
  drop column refusal,
  add foreign key (id) references proposals,
  add constraint ended_whole check (ended_by is null or ended_at is not null);

create unique index duties_standing on duties (organisation, demo, duty, coalesce(user_id, ''))
  where ended_at is null;

-- Rules of tickets.
insert into proposals (id, kind, organisation, demo, subject, body, reason, proposed_by,
                       proposed_at, outcome, decided_by, decided_at, refusal)
select id, 'set of rules', organisation, demo, from_day::text,
       jsonb_build_object('from', from_day, 'rules', rules), reason, proposed_by, proposed_at,
       outcome, decided_by, decided_at, refusal
from ticket_rules;

drop trigger ticket_rules_are_decided_once on ticket_rules;

drop function ticket_rules_are_decided_once();

delete from ticket_rules where outcome is distinct from 'confirmed';

drop index ticket_rules_waiting;

drop index ticket_rules_in_force;

alter table ticket_rules
  drop column reason,
  drop column proposed_by,
  drop column proposed_at,
  drop column outcome,
  drop column decided_by,
  drop column decided_at,
  drop column refusal,
  add foreign key (id) references proposals;

create unique index ticket_rules_in_force on ticket_rules (organisation, demo, from_day);

-- Fees, of which a gazette lists several.
insert into proposals (id, kind, organisation, demo, subject, body, reason, proposed_by,
                       proposed_at, outcome, decided_by, decided_at, refusal, together)
select id, 'fee', organisation, demo, offence_id || ' ' || from_day,
       jsonb_build_object('offence', offence_id, 'from', from_day, 'kobo', amount_kobo), reason,
       proposed_by, proposed_at, outcome, decided_by, decided_at, refusal, gazette
from fee_proposals;

drop table fee_proposals;

drop function fee_proposal_is_decided_once();

drop function fee_proposal_is_of_its_maker();

drop function set_confirmed_fee();

-- Statements that a person sent. One from before two people were needed is in force without.
insert into proposals (id, kind, organisation, demo, subject, body, reason, proposed_by,
                       proposed_at, outcome, decided_by, decided_at, refusal)
select id, 'statement', organisation, demo, sha256,
       jsonb_build_object('gateway', gateway, 'from', from_day, 'to', to_day,
                          'kobo', coalesce(kobo, 0)), '', sent_by, sent_at,
       case state when 'in force' then 'confirmed' when 'waiting' then null else state end,
       decided_by, decided_at, refusal
from statements
where state = 'waiting' or decided_by is not null;

drop trigger statement_waits_for_a_second_person on statements;

alter table statements add column in_force boolean not null default false;

update statements set in_force = true where state = 'in force';

alter table statements
  alter column in_force drop default,
  drop column state,
  drop column decided_by,
  drop column decided_at,
  drop column refusal;

create unique index statements_once on statements (organisation, demo, sha256) where in_force;

-- What a person sends waits for another; what the product fetched is in force at once.
create or replace function statement_waits_for_a_second_person() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  as_it_was statements := new;
begin
  if tg_op = 'INSERT' then
    if new.in_force = (new.source = 'fetched') then
      new.lines := 0;
      new.kobo := 0;
      return new;
    end if;
  else
    as_it_was.lines := old.lines;
    as_it_was.kobo := old.kobo;
    if exists (select from proposals where id = new.id and kind = 'statement' and outcome = 'confirmed')
    then
      as_it_was.in_force := old.in_force;
    end if;
    if as_it_was is not distinct from old then
      return new;
    end if;
  end if;
  raise exception 'A statement that was sent waits for a second person, who decides it once.'
    using errcode = 'check_violation';
end $$;

create trigger statement_waits_for_a_second_person
  before insert or update on statements
  for each row execute function statement_waits_for_a_second_person();

-- Reports that are closed.
insert into proposals (id, kind, organisation, zone, demo, subject, body, reason, proposed_by,
                       proposed_at, outcome, decided_by, decided_at, refusal)
select id, 'closing', organisation, zone, demo, concat_ws(' ', kind, from_day, to_day, zone),
       jsonb_build_object('report', kind, 'from', from_day, 'to', to_day, 'version', version),
       reason, proposed_by, proposed_at,
       case state when 'closed' then 'confirmed' when 'waiting' then null else state end,
       decided_by, decided_at, refusal
from report_closings;

drop trigger closing_stays on report_closings;

alter table report_closings
  drop column kind,
  drop column organisation,
  drop column zone,
  drop column demo,
  drop column from_day,
  drop column to_day,
  drop column version,
  drop column reason,
  drop column state,
  drop column proposed_by,
  drop column proposed_at,
  drop column decided_by,
  drop column decided_at,
  drop column refusal,
  add foreign key (id) references proposals;

create or replace function closing_stays() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  raise exception 'A closing was proposed as it is, and its data stays.' using errcode = 'check_violation';
end $$;

create trigger closing_stays before update on report_closings
  for each row execute function closing_stays();

-- Settlements of payment exceptions. The one that was proposed last has the id of its exception.
insert into proposals (id, kind, organisation, zone, demo, subject, body, reason, proposed_by,
                       proposed_at, outcome, decided_by, decided_at)
select id, 'settlement', organisation, zone, demo, id,
       jsonb_build_object('decision', decision, 'billRef', found_bill_ref), reason, proposed_by,
       proposed_at,
       case when confirmed_by is not null then 'confirmed' end, confirmed_by,
       case when confirmed_by is not null then closed_at end
from payment_exceptions
where decision is not null;

-- The settlement that stands. It waits for ever where the matter resolved itself meanwhile.
alter table payment_exceptions add column settlement text references proposals;

update payment_exceptions set settlement = id where decision is not null;

alter table payment_exceptions
  drop column decision,
  drop column found_bill_ref,
  drop column reason,
  drop column proposed_by,
  drop column proposed_at,
  drop column confirmed_by;

-- A proposal is in the demo if its maker is, whatever the statement says that stores it. A
-- settlement is where its exception is.
create function proposal_is_of_its_maker() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if new.kind = 'settlement' then
    select organisation, zone, demo into new.organisation, new.zone, new.demo
      from payment_exceptions where id = new.subject;
  else
    new.demo := (select demo from users where id = new.proposed_by);
  end if;
  return new;
end $$;

create trigger proposal_is_of_its_maker
  before insert on proposals
  for each row execute function proposal_is_of_its_maker();

create function proposal_is_decided_once() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'INSERT' and new.outcome is not null or tg_op = 'UPDATE' and old.outcome is not null then
    raise exception 'A proposal waits for a second person, who decides it once.'
      using errcode = 'check_violation';
  end if;
  if new.outcome = 'confirmed' and exists (
    select from users as proposer, users as decider
    where proposer.id = new.proposed_by and decider.id = new.decided_by
      and proposer.demo <> decider.demo
  ) then
    raise exception 'A proposal of the demo is confirmed in the demo alone.'
      using errcode = 'check_violation';
  end if;
  return new;
end $$;

create trigger proposal_is_decided_once
  before insert or update on proposals
  for each row execute function proposal_is_decided_once();

-- Only a confirmation gives a duty, or switches something on.
create function give_confirmed_duty() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into duties (id, duty, user_id, organisation, demo, until)
  values (new.id, new.body ->> 'duty', new.body ->> 'user', new.organisation, new.demo,
          (new.body ->> 'until')::date);
  return null;
end $$;

create trigger give_confirmed_duty
  after update on proposals
  for each row when (new.kind = 'duty' and new.outcome = 'confirmed')
  execute function give_confirmed_duty();

-- Only a confirmation lays down rules, and the day before they hold at the latest.
create function lay_down_confirmed_rules() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if not new.demo and lagos_day(new.decided_at) >= (new.body ->> 'from')::date then
    raise exception 'Rules of tickets are confirmed before their day.'
      using errcode = 'check_violation';
  end if;
  insert into ticket_rules (id, organisation, demo, from_day, rules)
  values (new.id, new.organisation, new.demo, (new.body ->> 'from')::date, new.body -> 'rules');
  return null;
end $$;

create trigger lay_down_confirmed_rules
  after update on proposals
  for each row when (new.kind = 'set of rules' and new.outcome = 'confirmed')
  execute function lay_down_confirmed_rules();

-- Only a confirmation sets a fee, in place of another for the same day.
create function set_confirmed_fee() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into offence_fees
    (organisation, demo, offence_id, from_day, amount_kobo, reason, set_by, set_at, confirmed_by)
  values (new.organisation, new.demo, new.body ->> 'offence', (new.body ->> 'from')::date,
          (new.body ->> 'kobo')::bigint, new.reason, new.proposed_by, new.proposed_at,
          new.decided_by)
  on conflict (organisation, demo, offence_id, from_day) do update
    set amount_kobo = excluded.amount_kobo, reason = excluded.reason, set_by = excluded.set_by,
        set_at = excluded.set_at, confirmed_by = excluded.confirmed_by;
  return null;
end $$;

create trigger set_confirmed_fee
  after update on proposals
  for each row when (new.kind = 'fee' and new.outcome = 'confirmed')
  execute function set_confirmed_fee();

-- Only a confirmation puts in force what a person sent.
create function put_confirmed_statement_in_force() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update statements set in_force = true where id = new.id;
  return null;
end $$;

create trigger put_confirmed_statement_in_force
  after update on proposals
  for each row when (new.kind = 'statement' and new.outcome = 'confirmed')
  execute function put_confirmed_statement_in_force();

-- An exception names the settlement that stands. Only a confirmation settles it by people.
create function note_settlement() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    update payment_exceptions set settlement = new.id where id = new.subject;
  elsif new.outcome = 'confirmed' then
    update payment_exceptions set closed_at = new.decided_at where id = new.subject;
  elsif new.outcome <> 'replaced' then
    update payment_exceptions set settlement = null where settlement = new.id;
  end if;
  return null;
end $$;

create trigger note_settlement
  after insert or update on proposals
  for each row when (new.kind = 'settlement')
  execute function note_settlement();
