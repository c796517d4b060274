-- Outside a transaction: every statement can be repeated.

-- PostgreSQL doesn't use what it knows of a partial index's expression, and took a plate for one of
-- fifty thousand alike: it would rather read all that a zone ever booked besides.
create statistics if not exists bookings_plate_spelt on (spelling_key(registration)) from bookings;
create statistics if not exists bookings_license_spelt on (spelling_key(license)) from bookings;
create statistics if not exists bookings_phone_two_spelt on (phone_key(phone_two)) from bookings;
create statistics if not exists vehicles_plate_spelt on (spelling_key(plate)) from collision_vehicles;
create statistics if not exists vehicles_phone_spelt on (phone_key(phone)) from collision_vehicles;

analyze bookings, collision_vehicles;
