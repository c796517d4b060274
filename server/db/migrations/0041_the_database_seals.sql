-- A row of the trail is of this moment and follows the row before it, whoever writes it. Rows of the
-- demo tell of a year that never was, so their times are their own.
create function audit_row_follows() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp
as $$
begin
  if abs(extract(epoch from clock_timestamp() - new.at)) > 300 and not exists (
    select from bookings
    where new.record_type = 'booking' and id = new.record_id and demo
    union all
    select from collisions
    where new.record_type = 'collision' and id = new.record_id and demo
  ) then
    raise exception 'Row % of % % is of another moment: the clocks of server and database differ.',
      new.number, new.record_type, new.record_id using errcode = 'check_violation';
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

-- Seals committed rows that have no seal yet, in the order of (xid, id), and answers how many, at
-- most so many. Rows of transactions above the oldest one still open wait. Answers 0 while another
-- process is at it. The hash is that of the seal as JSON with its keys in order.
create function seal_audit(at_most integer) returns integer language plpgsql
security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  last audit_seals;
  ids bigint[];
  end_xid xid8;
  digest text;
  moment timestamptz;
  own_number bigint;
begin
  select * into last from audit_seals order by number desc limit 1;
  -- A look without a lock, since most of the time there is nothing to seal.
  if not exists (
    select from audit
    where (xid, id) > (coalesce(last.xid, '0'), coalesce(last.row_ids[cardinality(last.row_ids)], 0))
      and xid < pg_snapshot_xmin(pg_current_snapshot())
  ) then
    return 0;
  end if;
  if not pg_try_advisory_xact_lock(4400002) then
    return 0;
  end if;
  select * into last from audit_seals order by number desc limit 1;
  select array_agg(due.id order by due.xid, due.id),
         encode(sha256(convert_to(
           string_agg(due.id || ' ' || due.hash, e'\n' order by due.xid, due.id), 'UTF8')), 'hex')
    into ids, digest
    from (
      select id, xid, hash from audit
      where (xid, id)
            > (coalesce(last.xid, '0'), coalesce(last.row_ids[cardinality(last.row_ids)], 0))
        and xid < pg_snapshot_xmin(pg_current_snapshot())
      order by xid, id
      limit at_most
    ) as due;
  if ids is null then
    return 0;
  end if;
  select xid into end_xid from audit where id = ids[cardinality(ids)];
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
