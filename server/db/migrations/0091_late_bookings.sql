-- Outside a transaction: the index is built, and the rules are proved, while others write.
alter table bookings validate constraint made_before_arrival;

alter table bookings validate constraint told_price;

alter table bookings validate constraint arrival_price;

alter table collisions validate constraint made_before_arrival;

-- Of many bookings few are late: they are counted by officer.
drop index concurrently if exists bookings_late;

create index concurrently bookings_late on bookings (created_at, created_by)
  where created_at - made_at > interval '15 minutes';

drop index concurrently if exists collisions_late;

create index concurrently collisions_late on collisions (created_at, created_by)
  where created_at - made_at > interval '15 minutes';
