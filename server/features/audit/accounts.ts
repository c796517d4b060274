import { sql } from 'kysely';
import { type Difference, first } from '#server/acts/differences.ts';

/** The last value of an account's field by its rows; no row without one. */
const lastSaid = (field: string) => sql`lateral (
  select after ->> ${sql.lit(field)} as value from audit
  where record_type = 'user' and record_id = person.id
    and event in ('user.registered', 'user.added', 'user.changed')
    and jsonb_exists(after, ${sql.lit(field)})
  order by number desc limit 1)`;

/**
 * The second factors of an account by its rows, since they were last taken away, when they were last
 * called lost, and if its owner has set the password.
 */
const factorsSaid = sql`
  select
    coalesce((array_agg(event order by number desc) filter (
      where factor = 'authenticator app' or event = 'user.factors-taken'))[1]
        = 'user.factor-added', false) as app,
    count(*) filter (where since_taken and event = 'user.factor-added'
                       and factor like 'passkey%')
      - count(*) filter (where since_taken and event = 'user.factor-removed'
                           and factor like 'passkey%') as passkeys,
    count(*) filter (where event in ('user.password-reset', 'user.password-changed')) > 0
      as own_password,
    max(asked_at) as asked_at
  from (
    select event, number, coalesce(after, before) ->> 'factor' as factor,
           (after ->> 'askedAt')::timestamptz as asked_at,
           number > coalesce(max(number) filter (where event = 'user.factors-taken')
                               over (), 0) as since_taken
    from audit
    where record_type = 'user' and record_id = person.id
      and event in ('user.factor-added', 'user.factor-removed', 'user.factors-taken',
                    'user.factor-reset-asked', 'user.password-reset', 'user.password-changed')
  ) as said`;

/** Accounts of the demo are made without a trail: they can do nothing to what is real. */
export const usersThatDiffer = sql<Difference>`
  select 'User ' || person.id as id, differs.what
  from users as person
    left join ${lastSaid('email')} as email on true
    left join ${lastSaid('role')} as role on true
    left join ${lastSaid('state')} as state on true
    left join ${lastSaid('zone')} as zone on true
    left join ${lastSaid('active')} as active on true
    left join ${lastSaid('firstName')} as first_name on true
    left join ${lastSaid('lastName')} as last_name on true
    left join ${first('user', 'person.id', 'user.added')} as added on true
    cross join lateral (${factorsSaid}) as factors
    cross join lateral (values
      ('has no row that says how the account was made', email.value is null),
      ('has another email address than the trail says', email.value <> person.email),
      ('has another role than the trail says', role.value <> person.role),
      ('works elsewhere than the trail says',
       email.value is not null
         and (state.value, zone.value) is distinct from (person.state, person.zone)),
      ('is open or closed, unlike the trail says', active.value::boolean <> person.active),
      ('has another name than the trail says',
       (first_name.value, last_name.value) <> (person.first_name, person.last_name)),
      ('has a password of their own, though no row says so',
       person.own_password and added.actor_id is not null and not factors.own_password),
      ('has asked for its second factors to be taken away, though no row says so',
       person.factor_reset_asked_at <> coalesce(factors.asked_at, '-infinity')),
      ('has other second factors than the trail says',
       (factors.app, factors.passkeys)
         <> (exists (select from totp_keys
                     where user_id = person.id and confirmed_at is not null),
             (select count(*) from passkeys where user_id = person.id)))
    ) as differs (what, holds)
  where differs.holds and not person.demo
  order by person.id, differs.what`;
