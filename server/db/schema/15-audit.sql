-- What was done, by whom. The trail holds against whoever has the application's rights:
-- the database itself dates, chains and seals it.

create table audit (
  id bigint generated always as identity primary key,
  record_type text not null,
  record_id text not null,
  -- The place in the record's own chain, from 1.
  number integer not null check (number >= 1),
  event text not null,
  -- Null where the product acts by itself.
  actor_id text,
  actor_role text not null,
  address text not null,
  at timestamptz not null,
  before jsonb,
  after jsonb,
  -- The digest covers before, after and salt. An erasure empties these and leaves the digest.
  salt text not null,
  digest text not null,
  -- '' in the first row of a record.
  previous_hash text not null,
  hash text not null,
  xid xid8 not null default transaction_number(),
  unique (record_type, record_id, number)
);

-- An id alone isn't in the order of commits; this is.
create unique index audit_order on audit (xid, id);

-- People ask the trail what happened on some days, and what somebody did.
create index audit_at on audit (at desc, id desc);

create index audit_of_actor on audit (actor_id, at desc, id desc);

-- Officers may see a booking whose payment they have just handled.
create index audit_handled on audit (actor_id, record_id, at)
  where event in ('payment.started', 'booking.checked');

-- A row is of this moment and follows the row before it, whoever writes it. Rows of the demo tell
-- of a year that never was. Their records are looked up only where the moment is another, because
-- a statement locks each table that it names. The code CLOCK lets a caller blame the clock.
create function audit_row_follows() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if abs(extract(epoch from clock_timestamp() - new.at)) > 300 then
    if not exists (
      select from bookings
      where new.record_type = 'booking' and id = new.record_id and demo
      union all
      select from collisions
      where new.record_type = 'collision' and id = new.record_id and demo
    ) then
      raise exception 'Row % of % % is of another moment: the clocks of server and database differ.',
        new.number, new.record_type, new.record_id using errcode = 'CLOCK';
    end if;
  end if;
  if new.number = 1 and new.previous_hash <> '' or new.number > 1 and not exists (
    select from audit
    where (record_type, record_id, number) = (new.record_type, new.record_id, new.number - 1)
      and hash = new.previous_hash
  ) then
    raise exception 'Row % of % % does not follow the row before it.',
      new.number, new.record_type, new.record_id using errcode = 'check_violation';
  end if;
  return new;
end $$;

create trigger audit_row_follows before insert on audit
  for each row execute function audit_row_follows();

-- The last row of a record's chain, or none. It takes the record's lock first, so that it sees what
-- the transaction before wrote.
create function last_audit_row(of_type text, of_id text, out number integer, out hash text)
  returns setof record
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('audit ' || of_type || ' ' || of_id, 0));
  return query
    select audit.number, audit.hash from audit
    where audit.record_type = of_type and audit.record_id = of_id
    order by audit.number desc limit 1;
end $$;

-- The common chain: each seal covers a batch of committed rows and the seal before it.
create table audit_seals (
  number bigint primary key check (number >= 1),
  sealed_at timestamptz not null,
  -- Of the last row that it covers.
  xid xid8 not null,
  row_ids bigint[] not null check (cardinality(row_ids) >= 1),
  -- Over ids and hashes of these rows, in order.
  digest text not null,
  previous_hash text not null,
  hash text not null
);

create index audit_seals_day on audit_seals (sealed_at desc);

-- Seals committed rows in the order of (xid, id), at most so many, and answers how many. Rows above
-- the oldest open transaction wait. It answers 0 while another process seals. The hash is that of
-- the seal as JSON with its keys in order. It looks for rows in the order of the index: another plan
-- would read all that was ever sealed.
create function seal_audit(at_most integer) returns integer
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  last audit_seals;
  last_xid xid8;
  last_id bigint;
  ids bigint[];
  end_xid xid8;
  digest text;
  moment timestamptz;
  own_number bigint;
begin
  if not pg_try_advisory_xact_lock(4400002) then
    return 0;
  end if;
  select * into last from audit_seals order by number desc limit 1;
  last_xid := coalesce(last.xid, '0');
  last_id := coalesce(last.row_ids[cardinality(last.row_ids)], 0);
  select array_agg(due.id order by due.xid, due.id),
         (array_agg(due.xid order by due.xid, due.id))[count(*)],
         encode(sha256(convert_to(
           string_agg(due.id || ' ' || due.hash, e'\n' order by due.xid, due.id), 'UTF8')), 'hex')
    into ids, end_xid, digest
    from (
      select id, xid, hash from audit
      where (xid, id) > (last_xid, last_id) and xid < transaction_horizon()
      order by xid, id
      limit at_most
    ) as due;
  if ids is null then
    return 0;
  end if;
  moment := date_trunc('milliseconds', clock_timestamp());
  own_number := coalesce(last.number, 0) + 1;
  insert into audit_seals (number, sealed_at, xid, row_ids, digest, previous_hash, hash)
  values (
    own_number, moment, end_xid, ids, digest, coalesce(last.hash, ''),
    encode(sha256(convert_to(
      format('{"digest":"%s","number":%s,"previousHash":"%s","rowIds":[%s],"sealedAt":"%s","xid":"%s"}',
             digest, own_number, coalesce(last.hash, ''), array_to_string(ids, ','),
             to_char(moment at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), end_xid),
      'UTF8')), 'hex'));
  return cardinality(ids);
end $$;

-- What the walks at night found.
create table verifications (
  at timestamptz primary key default now(),
  rows bigint not null check (rows >= 0),
  seals bigint not null check (seals >= 0),
  findings text[] not null
);

-- The database dates a walk: one of a day to come would end the walks for good.
create function note_verification(walked_rows bigint, walked_seals bigint, places text[])
  returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if walked_seals > coalesce((select max(number) from audit_seals), 0) then
    raise exception 'There are no % seals to walk.', walked_seals using errcode = 'check_violation';
  end if;
  insert into verifications (at, rows, seals, findings)
  values (clock_timestamp(), walked_rows, walked_seals, places);
end $$;

-- The last seal of each day (Africa/Lagos), as it was sent out of the house.
create table published_roots (
  day date primary key,
  number bigint not null,
  hash text not null,
  at timestamptz not null default now()
);

-- Notes the root of a day that has ended. Noting it again changes nothing.
create function note_published_root(of_day date) returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if of_day >= lagos_day(now()) then
    raise exception 'The day % has not ended.', of_day using errcode = 'check_violation';
  end if;
  insert into published_roots (day, number, hash)
  select of_day, number, hash from audit_seals
  where sealed_at < (of_day + 1)::timestamp at time zone 'Africa/Lagos'
  order by number desc limit 1
  on conflict do nothing;
end $$;
