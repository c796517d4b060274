-- What accounts of the demo made is of the demo, and so is what was made by accounts that they made.
with recursive made as (
  select id from users where demo
  union
  select audit.record_id
  from audit join made on made.id = audit.actor_id
  where audit.record_type = 'user' and audit.event = 'user.added'
)
update users set demo = true from made where made.id = users.id and not users.demo;

update collisions set demo = true
from users where users.id = collisions.created_by and users.demo and not collisions.demo;
update files set demo = true
from users where users.id = files.created_by and users.demo and not files.demo;
update bookings set demo = true
from users where users.id = bookings.created_by and users.demo and not bookings.demo;
