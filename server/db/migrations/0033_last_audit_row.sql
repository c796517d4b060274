-- The last row of a record's trail, none for a new record. Takes the record's lock first, and then sees
-- what whoever held it has written: a change asks once instead of twice.
create function last_audit_row(of_type text, of_id text, out number integer, out hash text)
  returns setof record language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('audit ' || of_type || ' ' || of_id, 0));
  return query
    select audit.number, audit.hash from audit
    where audit.record_type = of_type and audit.record_id = of_id
    order by audit.number desc limit 1;
end $$;
