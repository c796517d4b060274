-- What an account was called, and which role it had, until when: records, papers and histories name
-- whoever acted as they were then. An account that was never changed has no rows here.
create table former_accounts (
  user_id text not null references users,
  until timestamptz not null,
  first_name text not null,
  last_name text not null,
  role text not null,
  primary key (user_id, until)
);

create function keep_former_account() returns trigger language plpgsql
security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  insert into former_accounts (user_id, until, first_name, last_name, role)
  values (old.id, now(), old.first_name, old.last_name, old.role)
  on conflict do nothing;
  return null;
end $$;

create trigger keep_former_account after update of first_name, last_name, role on users
  for each row when (
    (old.first_name, old.last_name, old.role)
      is distinct from (new.first_name, new.last_name, new.role)
  )
  execute function keep_former_account();

-- What was changed before is known from the trail of each account: after each change, the value
-- that it had before the next one, or has now.
insert into former_accounts (user_id, until, first_name, last_name, role)
select changed.record_id, changed.at,
  coalesce(changed.before ->> 'firstName', later.first_name, account.first_name),
  coalesce(changed.before ->> 'lastName', later.last_name, account.last_name),
  coalesce(changed.before ->> 'role', later.role, account.role)
from audit as changed
  join users as account on account.id = changed.record_id
  cross join lateral (
    select
      (array_agg(next.before ->> 'firstName' order by next.number)
        filter (where next.before ->> 'firstName' is not null))[1] as first_name,
      (array_agg(next.before ->> 'lastName' order by next.number)
        filter (where next.before ->> 'lastName' is not null))[1] as last_name,
      (array_agg(next.before ->> 'role' order by next.number)
        filter (where next.before ->> 'role' is not null))[1] as role
    from audit as next
    where next.record_type = 'user' and next.record_id = changed.record_id
      and next.event = 'user.changed' and next.number > changed.number
  ) as later
where changed.record_type = 'user' and changed.event = 'user.changed'
  and (jsonb_exists(changed.before, 'firstName') or jsonb_exists(changed.before, 'lastName')
       or jsonb_exists(changed.before, 'role'))
on conflict do nothing;
