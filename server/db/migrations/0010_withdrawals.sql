-- An unpaid booking may be withdrawn by a superior who did not make it. Nothing is deleted.
alter table bookings
  add withdrawn_at timestamptz,
  add withdrawn_by text references users,
  add withdrawn_reason text,
  add constraint withdrawn_whole check (
    num_nulls(withdrawn_at, withdrawn_by, withdrawn_reason) in (0, 3)
  ),
  add constraint withdrawn_by_another check (withdrawn_by <> created_by),
  add constraint withdrawn_with_reason check (btrim(withdrawn_reason) <> ''),
  add constraint withdrawn_is_never_paid check (withdrawn_at is null or not paid);

create function booking_withdrawal_stands() returns trigger language plpgsql as $$
begin
  if old.withdrawn_at is not null and (new.withdrawn_at, new.withdrawn_by, new.withdrawn_reason)
    is distinct from (old.withdrawn_at, old.withdrawn_by, old.withdrawn_reason)
  then
    raise exception 'Booking % was withdrawn, and stays so.', old.id
      using errcode = 'check_violation';
  end if;
  return new;
end $$;

create trigger booking_withdrawal_stands
  before update of withdrawn_at, withdrawn_by, withdrawn_reason on bookings
  for each row execute function booking_withdrawal_stands();

drop index bookings_unpaid;
create index bookings_unpaid on bookings (organisation, created_at desc, id desc)
  where not paid and withdrawn_at is null;
create index bookings_withdrawn on bookings (withdrawn_at desc, id desc)
  where withdrawn_at is not null;
