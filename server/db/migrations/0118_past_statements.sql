-- Outside a transaction: one statement after the other is counted, and each can be counted again.
do $$
declare
  uncounted text;
begin
  loop
    select id into uncounted from statements where lines is null limit 1;
    exit when uncounted is null;
    update statements
      set (lines, kobo) = (
        select count(*), coalesce(sum(amount_kobo), 0)
        from statement_lines where statement_id = uncounted)
      where id = uncounted;
    commit;
  end loop;
end $$;
