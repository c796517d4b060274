-- Corrections of paid and referred tickets are proposed, so what was proposed is erased with them.

-- Erasure alone changes what was proposed and decided: its reasons, and what a correction said.
create or replace function proposal_is_decided_once() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  erased proposals := old;
begin
  if tg_op = 'UPDATE' and old.outcome is not null then
    erased.reason := 'Erased';
    if erased.refusal is not null then
      erased.refusal := 'Erased';
    end if;
    if erased.kind = 'correction' then
      erased.body := '{"before": {}, "after": {}}';
    end if;
    if new is not distinct from erased then
      return new;
    end if;
  end if;
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

-- What was proposed of a ticket goes with who was booked.
create function erase_corrections() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update proposals
  set reason = 'Erased', refusal = case when refusal is not null then 'Erased' end,
      body = '{"before": {}, "after": {}}'
  where kind = 'correction' and subject = new.id;
  update audit set before = null, after = null, salt = ''
  where record_type = 'booking' and record_id = new.id and event like 'booking.correction-%';
  return null;
end $$;

create trigger erase_corrections
  after update of erased_at on bookings
  for each row when (old.erased_at is null and new.erased_at is not null)
  execute function erase_corrections();
