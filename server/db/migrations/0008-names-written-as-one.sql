-- Outside a transaction
-- Names that are written apart, with a hyphen or in one word are found by each of these.

-- The contract's `usualSpellings` does the same: a test holds them against each other.
create or replace function usual_spellings(given text) returns text
  language sql immutable strict parallel safe
  return (
    with words as (
      select word, 1 as kind, place
      from regexp_split_to_table(given, '[^a-z]+') with ordinality as words (word, place)
    ), names as (
      select name, place, lead(name) over (order by place) as next
      from regexp_split_to_table(given, '[^a-z-]+') with ordinality as names (name, place)
    ), joined as (
      select replace(name, '-', '') as word, 2 as kind, place from names where name like '%-%'
      union all
      select replace(name || next, '-', ''), 3, place from names
      where name <> '' and next <> ''
        and (length(name) <= 4 or name in ('abdul', 'abdur', 'oluwa', 'chukwu', 'chuku'))
    ), spelt as (
      select word, kind, place, 2 as turn,
             coalesce(
               name_spellings() ->> word,
               nullif(regexp_replace(regexp_replace(word, '([aeiou])\1', '\1', 'g'),
                                     'iy([aeou])', 'i\1', 'g'), word)) as spelling
      from (select * from words union all select * from joined) as all_words
      union all
      select word, kind, place, 1, word from joined
    )
    select coalesce(string_agg(spelling, ' ' order by kind, place, turn), '')
    from spelt where word <> '' and spelling is not null);

-- Old records are read in parts, so that nobody waits for them.
do $$
declare
  last text := '';
begin
  loop
    with part as (
      select booking_id from booking_search where booking_id > last order by booking_id limit 500
    ), changed as (
      update booking_search as known set text = search_text_of(booking)
      from bookings as booking
      where booking.id = known.booking_id and booking.id in (select booking_id from part)
        and known.text is distinct from search_text_of(booking)
    )
    select max(booking_id) into last from part;
    exit when last is null;
    commit;
  end loop;
end $$;

do $$
declare
  last text := '';
begin
  loop
    with part as (
      select id from collisions where id > last order by id limit 500
    ), changed as (
      update collisions as collision set search_text = search_text_of(collision)
      where collision.id in (select id from part)
        and collision.search_text is distinct from search_text_of(collision)
    )
    select max(id) into last from part;
    exit when last is null;
    commit;
  end loop;
end $$;
