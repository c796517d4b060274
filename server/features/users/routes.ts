import { listSecondPeople } from '#contract/second-person.ts';
import {
  changeAvatar,
  createUser,
  importUsers,
  sendLink,
  updateUser,
} from '#contract/user-changes.ts';
import { exportUsers, listUsers, readUser } from '#contract/users.ts';
import { carryOut } from '#server/acts/carry-out.ts';
import type { Part } from '#server/acts/part.ts';
import type { Deps } from '#server/deps.ts';
import { ownDuties } from '#server/features/duties/queries.ts';
import { answered } from '#server/http/answered.ts';
import { exportLimit } from '#server/http/attempts.ts';
import { Refusal } from '#server/http/refusal.ts';
import { readList } from '#server/lists/searches.ts';
import * as commands from './commands.ts';
import { exportUsersOf } from './export.ts';
import { importUsersOf } from './imports.ts';
import { linkFor } from './links.ts';
import * as users from './queries.ts';
import { secondPeopleOf } from './second-people.ts';

export const usersPart: Part = {
  name: 'users',
  routes: userRoutes,
  reads: {
    user: (deps, caller, id) => users.readUser(deps.db, caller, id, users.pictureAddresses(deps)),
  },
  queues: { 'lost factor': { rows: users.lostFactors } },
};

function userRoutes(deps: Deps): void {
  const { serve, db, reading, config } = deps;
  const addressOf = users.pictureAddresses(deps);
  serve(readUser, async ({ params, caller }) => {
    const user = await users.readUser(db, caller, params.id, addressOf);
    if (user instanceof Refusal || user.id !== caller.userId) return answered(user);
    return answered({ ...user, duties: await ownDuties(db, caller) });
  });
  serve(listUsers, ({ query, caller }) =>
    readList(query._searchfirstName, config.searchTimeoutMs, () =>
      users.listUsersOf(reading, caller, query, addressOf),
    ),
  );
  serve(listSecondPeople, async ({ query, caller }) =>
    answered(await secondPeopleOf(db, caller, query)),
  );
  serve.download(
    exportUsers,
    ({ query, caller, actor }) => exportUsersOf(deps, actor, caller, query),
    exportLimit,
  );
  serve(createUser, async ({ body, files, actor, caller, created }) => {
    const added = await commands.addUser(deps, actor, caller, body, files);
    if (added instanceof Refusal) return added;
    created();
    const { user, handed } = added;
    return answered({ ...user, mailed: config.smtpUrl !== undefined, handed });
  });
  serve(importUsers, async ({ body, files, actor, caller }) =>
    answered(await importUsersOf(deps, actor, caller, files[0], body)),
  );
  serve.record(
    sendLink,
    ({ id }, caller) => users.findToChange(db, caller, id),
    async ({ record, actor, caller }) => answered(await linkFor(deps, actor, caller, record.id)),
    { perMinute: 30, of: 'account' },
  );
  serve.record(
    updateUser,
    ({ id }, caller) => users.findToChange(db, caller, id),
    async (call) => answered(await commands.changeUser(deps, call)),
  );
  serve(changeAvatar, async (call) => {
    const { body, caller } = call;
    const owner = await users.findToChange(db, caller, body.id ?? caller.userId);
    if (owner instanceof Refusal) return owner;
    const steps = commands.picturing(deps, owner.id);
    return answered(await carryOut(deps, changeAvatar, steps, call));
  });
}
