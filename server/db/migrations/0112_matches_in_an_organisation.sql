-- Outside a transaction: the indexes are built while others write.
-- The bookings of a plate, a licence or a phone are those of an organisation: a number that stands for
-- none may be on many bookings of others.
drop index concurrently if exists bookings_plate_in;

create index concurrently bookings_plate_in on bookings
  (spelling_key(registration), organisation, created_at desc) where registration <> '';

drop index concurrently if exists bookings_license_in;

create index concurrently bookings_license_in on bookings
  (spelling_key(license), organisation, created_at desc) where license <> '';

drop index concurrently if exists bookings_phone_in;

create index concurrently bookings_phone_in on bookings
  (phone_key(phone_no), organisation, created_at desc);

drop index concurrently if exists bookings_phone_two_in;

create index concurrently bookings_phone_two_in on bookings
  (phone_key(phone_two), organisation, created_at desc) where phone_two <> '';

drop index concurrently if exists bookings_plate;

drop index concurrently if exists bookings_license;

drop index concurrently if exists bookings_phone;

drop index concurrently if exists bookings_phone_two;
