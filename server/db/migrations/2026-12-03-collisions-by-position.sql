-- Outside a transaction
-- The list of collisions is narrowed to a circle around a position.
create index concurrently if not exists collisions_by_position
  on collisions (position_lat, position_lng) where position_lat is not null;
