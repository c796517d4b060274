-- Outside a transaction: every statement can be repeated.

-- In batches, whose rows are held, so that none of them is paid or cleared between its reading and its copy.
do $$
declare
  reached text := '';
  taken text[];
begin
  loop
    select array_agg(booking_id order by booking_id) into taken
      from (select booking_id from booking_search
            where booking_id > reached and list in ('unpaid', 'paid')
            order by booking_id limit 5000) as batch;
    exit when taken is null;
    insert into waiting_search
    select * from booking_search
    where booking_id = any(taken) and list in ('unpaid', 'paid')
    order by booking_id for share
    on conflict do nothing;
    commit;
    reached := taken[cardinality(taken)];
  end loop;
end $$;

drop index concurrently if exists waiting_search_keys;

create index concurrently waiting_search_keys on waiting_search using gin (
  (array[organisation]), (array[zone]), (days_and_months(created_at)),
  (array[vehicle_type]), (array[amount_step(price_kobo)]), offences, text gin_trgm_ops
) with (gin_pending_list_limit = 1024);

analyze waiting_search;
