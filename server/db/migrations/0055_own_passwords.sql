-- Whether the owner of an account has set its password, by a link mailed to them, and who added the
-- account. Both matter wherever two people are needed. Accounts are few: the key is checked at once.
alter table users
  add column own_password boolean not null default true,
  add column added_by text references users;

update users set added_by = adding.actor_id
from audit as adding
where adding.record_type = 'user' and adding.event = 'user.added' and adding.record_id = users.id
  and exists (select from users as adder where adder.id = adding.actor_id);

-- Whoever added an account knows its password until it is set anew.
update users set own_password = false
where added_by is not null
  and not exists (
    select from audit
    where audit.record_type = 'user' and audit.event = 'user.password-reset'
      and audit.record_id = users.id);

-- What the owner of an account sees of their sessions: the browser and the address that began one.
alter table sessions
  add column agent text not null default '',
  add column address text not null default '';
