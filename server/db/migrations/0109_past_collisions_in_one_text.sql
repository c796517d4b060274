-- Outside a transaction: every statement can be repeated.

-- In batches, so that nobody who writes waits for more than one of them.
do $$
declare
  reached text := '';
  taken text[];
begin
  loop
    select array_agg(id order by id) into taken
      from (select id from collisions where id > reached order by id limit 1000) as batch;
    exit when taken is null;
    update collisions as collision set search_text = search_text_of(collision)
      where id = any(taken) and search_text is distinct from search_text_of(collision);
    commit;
    reached := taken[cardinality(taken)];
  end loop;
end $$;

-- One that broke off while it was built is there, and not valid.
drop index concurrently if exists collisions_search_keys;

-- The place is in it, since what one organisation or zone never has may be on every collision of
-- another.
create index concurrently collisions_search_keys on collisions using gin (
  (array[organisation]), (array[zone]), search_text gin_trgm_ops
) with (gin_pending_list_limit = 1024);

drop index concurrently if exists collisions_search;

drop index concurrently if exists collision_vehicle_spelling;

analyze collisions;
