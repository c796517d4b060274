-- What an offence costs from a day on, in one organisation. Before its first row here, and where it
-- has none, it costs what the catalogue says.
create table offence_fees (
  organisation text not null,
  offence_id text not null check (offence_id ~ '^[A-Z]{3}-\d{2}$'),
  -- A calendar day in Africa/Lagos.
  from_day date not null,
  amount_kobo bigint not null check (amount_kobo >= 0 and amount_kobo % 100 = 0),
  reason text not null check (btrim(reason) <> ''),
  set_by text not null references users,
  set_at timestamptz not null default now(),
  primary key (organisation, offence_id, from_day)
);

-- A fee may be changed until the evening before its day, so that no day ever has two prices.
create function offence_fee_is_to_come() returns trigger language plpgsql as $$
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
