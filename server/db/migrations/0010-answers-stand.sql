-- What was objected to a ticket, and the answer to it, stand once it is answered.

-- Erasure alone changes their words, once the ticket is erased.
create function dispute_words_stand() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if not exists (select from bookings where id = old.booking_id and erased_at is not null) then
    raise exception 'The dispute of booking % is answered.', old.booking_id
      using errcode = 'check_violation';
  end if;
  return new;
end $$;

create trigger dispute_words_stand before update of answer, words, ground, received_at on disputes
  for each row when (
    old.outcome is not null
    and (old.answer, old.words, old.ground, old.received_at)
      is distinct from (new.answer, new.words, new.ground, new.received_at))
  execute function dispute_words_stand();
