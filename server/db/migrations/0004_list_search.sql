-- A plate or licence without regard to how it is spelt: capitals and digits alone, and one sign each
-- for O and 0, for I and 1.
create function spelling_key(given text) returns text
  language sql immutable strict parallel safe
  return translate(regexp_replace(given, '[^A-Za-z0-9]', '', 'g'),
                   'abcdefghijklmnopqrstuvwxyzOI', 'ABCDEFGH1JKLMN0PQRSTUVWXYZ01');

-- A phone number as it is dialled within Nigeria, digits alone, whether it was given with the
-- country's code, with or without the leading 0; a foreign one keeps the code of its country.
create function phone_key(given text) returns text
  language sql immutable strict parallel safe
  return regexp_replace(
           regexp_replace(regexp_replace(given, '[^0-9]', '', 'g'),
                          '^(00)?2340?([1-9][0-9]{6,9})$', '0\2'),
           '^([789][0-9]{9})$', '0\1');

-- What a search looks through: fragments as they are given in small letters, then the keys of
-- plate, licence, bill and phones, with nothing that runs from one into the next.
alter table bookings drop column search_text;
alter table bookings add column search_text text not null generated always as (
  lower(
    name || E'\n' || registration || E'\n' || phone_no || E'\n' || phone_two || E'\n' || license
    || E'\n' || substr(id, 11) || E'\n' || coalesce(bill_ref, '')
  )
  || E'\n' || spelling_key(registration) || E'\n' || spelling_key(license)
  || E'\n' || substr(id, 11) || E'\n' || spelling_key(coalesce(bill_ref, ''))
  || E'\n' || phone_key(phone_no) || E'\n' || phone_key(phone_two)
) stored;
create index bookings_search on bookings using gin (search_text gin_trgm_ops);

create index bookings_plate on bookings (spelling_key(registration), created_at desc)
  where registration <> '';
create index bookings_license on bookings (spelling_key(license), created_at desc)
  where license <> '';
create index bookings_phone on bookings (phone_key(phone_no), created_at desc);
create index bookings_phone_two on bookings (phone_key(phone_two), created_at desc)
  where phone_two <> '';

create index collision_vehicle_spelling
  on collision_vehicles using gin (spelling_key(plate) gin_trgm_ops);
create index collision_vehicle_plate on collision_vehicles (spelling_key(plate)) where plate <> '';
create index collision_vehicle_phone on collision_vehicles (phone_key(phone)) where phone <> '';

-- Every list tells its number and its sum, so they are read from the indexes alone.
drop index bookings_unpaid;
drop index bookings_paid;
drop index bookings_completed;
create index bookings_unpaid on bookings (organisation, created_at desc, id desc)
  include (price_kobo, zone, demo) where not paid;
create index bookings_paid on bookings (organisation, created_at desc, id desc)
  include (price_kobo, zone, demo) where paid and not completed;
create index bookings_completed on bookings (organisation, created_at desc, id desc)
  include (price_kobo, zone, demo) where completed;
create index bookings_zone on bookings (organisation, zone, created_at desc, id desc)
  include (price_kobo, demo, paid, completed);

-- Lists by the day of payment, by the day of clearance and by offence.
create index bookings_cleared on bookings (completed_at) where completed;
create index payments_confirmed on payments (confirmed_at) include (booking_id);
create index booking_offences_by_offence on booking_offences (offence_id)
  include (booking_id, amount_kobo);
create index collisions_zone on collisions (organisation, zone, created_at desc, id desc);

-- A view is kept until its owner removes it; what was removed stays for the audit trail.
create table saved_views (
  id text primary key,
  user_id text not null references users,
  screen text not null check (screen in ('unpaid', 'paid', 'completed', 'bookings', 'collisions')),
  name text not null check (name <> ''),
  query text not null,
  shared boolean not null,
  demo boolean not null default false,
  created_at timestamptz not null default now(),
  removed_at timestamptz
);
create unique index saved_view_names on saved_views (user_id, screen, lower(name))
  where removed_at is null;
create index saved_views_shared on saved_views (created_at) where shared and removed_at is null;

-- Exports are among the activities that people read about.
drop index audit_activities;
create index audit_activities on audit (record_type, at desc, id desc) include (record_id)
  where event in ('booking.made', 'booking.paid', 'booking.cleared', 'collision.recorded',
                  'user.registered', 'user.added', 'user.changed',
                  'bookings.exported', 'collisions.exported');
