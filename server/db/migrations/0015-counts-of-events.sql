-- One call counts a security event so often at most, which is more than a process gathers of one.
do $$
declare
  was text := pg_get_functiondef('note_security_events(jsonb)'::regprocedure);
begin
  execute replace(was, 'least(sum(greatest(noted.count, 1)), 1000000)',
                       'least(sum(least(greatest(noted.count, 1), 5000)), 5000)');
end $$;
