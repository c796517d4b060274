-- Outside a transaction: the rules are proved while others write.
alter table bookings validate constraint bookings_brought_in_by_fkey;

alter table bookings validate constraint brought_in_by_another;

alter table bookings validate constraint brought_in_with_its_time;

alter table collisions validate constraint collisions_brought_in_by_fkey;

alter table collisions validate constraint brought_in_by_another;

alter table collisions validate constraint brought_in_with_its_time;
