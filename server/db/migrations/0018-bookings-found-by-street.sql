-- Outside a transaction
-- A booking is found by its street as well.

-- The place stands last, behind a line that begins with @: streets bear the names of people, whom
-- a search finds first.
create or replace function search_text_of(booking bookings) returns text
  language sql stable parallel safe
  return lower(concat_ws(
    E'\n',
    folded((booking).name), folded((booking).registration), (booking).phone_no,
    (booking).phone_two, folded((booking).license), substr((booking).id, 11),
    coalesce((booking).bill_ref, ''),
    spelling_key((booking).registration), spelling_key((booking).license),
    substr((booking).id, 11), spelling_key(coalesce((booking).bill_ref, '')),
    phone_key((booking).phone_no), phone_key((booking).phone_two),
    nullif(usual_spellings(folded((booking).name)), ''),
    nullif((booking).former, ''),
    (select folded(payment.receipt) || E'\n' || spelling_key(payment.receipt)
     from payments as payment where payment.booking_id = (booking).id and payment.receipt <> ''),
    '@' || nullif(folded((booking).location), '')));

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
