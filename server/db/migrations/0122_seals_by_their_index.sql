-- Whether anything is to be sealed was looked up with a plan made for any place in the trail, which
-- expected most of it to be unsealed and read it from the beginning: after some calls each look read all
-- that was ever sealed. In the order of the index, nothing before the place is read.
create or replace function seal_audit(at_most integer) returns integer language plpgsql
security definer set search_path = pg_catalog, public, pg_temp
as $$
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
