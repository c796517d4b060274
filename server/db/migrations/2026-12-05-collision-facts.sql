-- What may be said of a collision beyond the form: at entry, and later by an addition.
alter table collisions add column facts jsonb check (jsonb_typeof(facts) = 'object');
alter table collision_additions add column facts jsonb check (jsonb_typeof(facts) = 'object');
alter table collision_additions drop constraint collision_additions_kind_check;
alter table collision_additions add constraint collision_additions_kind_check
  check (kind in ('witness', 'evidence', 'death', 'facts'));
alter table collision_additions add constraint facts_of_their_kind
  check ((kind = 'facts') = (facts is not null));

-- As they are known now: each by whoever said it last.
create function facts_of(collision collisions) returns jsonb
  language sql stable
begin atomic
  select coalesce((collision).facts, '{}') || coalesce(jsonb_object_agg(said.key, said.value
    order by addition.added_at, addition.id), '{}')
  from collision_additions as addition cross join lateral jsonb_each(addition.facts) as said
  where collision_id = (collision).id;
end;

-- Whoever died within 30 days of the collision counts as killed, and no longer as injured.
create function died_in_time(collision collisions, died_on date) returns boolean
  language sql stable
begin atomic
  select died_on <= lagos_day(coalesce((collision).made_at, (collision).created_at)) + 30;
end;

create or replace function killed_in(collision collisions) returns integer
  language sql stable
begin atomic
  select (collision).fatalities
    + coalesce(sum(persons) filter (where died_in_time(collision, died_on)), 0)::integer
  from collision_additions where collision_id = (collision).id;
end;

create or replace function injured_in(collision collisions) returns integer
  language sql stable
begin atomic
  select (collision).injuries - coalesce(sum(persons)
    filter (where were_injured and died_in_time(collision, died_on)), 0)::integer
  from collision_additions where collision_id = (collision).id;
end;
