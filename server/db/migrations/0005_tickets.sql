-- Random bytes come from here.
create extension if not exists pgcrypto;

-- The public address of a ticket: 18 letters and digits that are not mistaken for one another,
-- 90 bits of chance. It says nothing of the booking and cannot be found by counting.
create function new_ticket_code() returns text language sql volatile as $$
  select string_agg(
    substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', (get_byte(random_bytes, place) & 31) + 1, 1), ''
    order by place)
  from (select gen_random_bytes(18) as random_bytes) as drawn, generate_series(0, 17) as place;
$$;

-- Rows that exist already get a code each as well: the default is drawn anew for every one.
alter table bookings
  add column ticket_code text not null default new_ticket_code()
  check (ticket_code ~ '^[0-9A-HJKMNP-TV-Z]{18}$');
create unique index bookings_ticket_code on bookings (ticket_code);
