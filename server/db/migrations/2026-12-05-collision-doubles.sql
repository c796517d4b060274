-- Two collisions that are probably one, as the later arrival found them, and what people decided.
create table collision_doubles (
  first_id text not null references collisions,
  second_id text not null references collisions,
  likeness double precision not null check (likeness between 0 and 1),
  -- Null without both positions.
  metres integer check (metres >= 0),
  minutes integer not null check (minutes >= 0),
  shares text check (shares in ('plate', 'phone')),
  -- Two, or the id of the one that counts; null until somebody decides.
  verdict text check (verdict in ('two', first_id, second_id)),
  decided_by text references users,
  decided_at timestamptz,
  primary key (first_id, second_id),
  constraint in_the_order_of_ids check (first_id < second_id),
  constraint decided_whole
    check (num_nulls(verdict, decided_by, decided_at) in (0, 3))
);

create index doubles_of_the_second on collision_doubles (second_id);
create index doubles_undecided on collision_doubles (first_id, second_id) where verdict is null;

-- The collision that counts in the place of this one; null where it counts itself.
create function counts_as(collision collisions) returns text
  language sql stable
begin atomic
  select verdict from collision_doubles
  where (collision).id in (first_id, second_id) and verdict not in ('two', (collision).id)
  limit 1;
end;
