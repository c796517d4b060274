-- What the driver did when asked to sign; '' where nobody asked. Older rows are not looked at.
alter table bookings add column signature text not null default '';

alter table bookings add constraint known_signature
  check (signature in ('', 'signed', 'refused')) not valid;

-- Pictures of a booking, sent after its words: of plate, licence or scene, and its driver's signature.
create table booking_files (
  id text primary key check (id ~ '^[0-7][0-9A-HJKMNP-TV-Z]{25}$'),
  booking_id text not null references bookings,
  shows text not null check (shows in ('scene', 'signature')),
  -- Time and position by the camera, else by the phone.
  taken jsonb,
  file_id text not null unique references files
);

create index booking_files_of_a_booking on booking_files (booking_id, id);

create unique index booking_signature_once on booking_files (booking_id) where shows = 'signature';
