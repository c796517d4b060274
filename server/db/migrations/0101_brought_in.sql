-- Who brought a record in from a file of its officer's phone; null where the phone itself sent it.
-- Adding columns without a default, and rules that hold for new rows, rewrites and reads nothing.
alter table bookings add column brought_in_by text;
alter table bookings
  add constraint bookings_brought_in_by_fkey
    foreign key (brought_in_by) references users not valid,
  add constraint brought_in_by_another check (brought_in_by <> created_by) not valid,
  add constraint brought_in_with_its_time
    check (brought_in_by is null or made_at is not null) not valid;

alter table collisions add column brought_in_by text;
alter table collisions
  add constraint collisions_brought_in_by_fkey
    foreign key (brought_in_by) references users not valid,
  add constraint brought_in_by_another check (brought_in_by <> created_by) not valid,
  add constraint brought_in_with_its_time
    check (brought_in_by is null or made_at is not null) not valid;
