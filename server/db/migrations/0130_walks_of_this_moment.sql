-- What was walked and which roots went out, the database dates itself: a row of another moment would
-- end the nightly walk and the daily root for good.
create function note_verification(walked_rows bigint, walked_seals bigint, places text[])
returns void language plpgsql
security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  if walked_seals > coalesce((select max(number) from audit_seals), 0) then
    raise exception 'There are no % seals to walk.', walked_seals using errcode = 'check_violation';
  end if;
  insert into verifications (at, rows, seals, findings)
  values (clock_timestamp(), walked_rows, walked_seals, places);
end $$;

-- Of a day that ended, with the seal that it has here; noting it again changes nothing.
create function note_published_root(of_day date) returns void language plpgsql
security definer set search_path = pg_catalog, public, pg_temp
as $$
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
