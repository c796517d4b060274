import * as messages from '#contract/modules/after-ticket/messages.ts';
import { serveAct } from '#server/acts/carry-out.ts';
import type { Part } from '#server/acts/part.ts';
import type { Deps } from '#server/deps.ts';
import { findBooking } from '#server/features/bookings/queries.ts';
import { answered } from '#server/http/answered.ts';
import type { Caller } from '#server/http/caller.ts';
import { serveRegister } from '#server/lists/register.ts';
import { heldAgainstTrail } from './against-trail.ts';
import { changingOptOut, driversTold } from './commands.ts';
import { countMessagesOf, isOptedOut, readMessages } from './queries.ts';
import { queueReminders } from './reminders.ts';
import { takeReports } from './reports.ts';
import { pruneReports } from './reports.ts';
import { messageTroubles } from './sending.ts';
import { sendDueMessages } from './sending.ts';

export const messagesPart: Part = {
  name: 'messages',
  heldAgainstTrail,
  routes: messageRoutes,
  chores: [
    { intervalMs: 1_000, idleMs: 4_000, step: sendDueMessages },
    { intervalMs: 60_000, idleMs: 300_000, step: queueReminders },
  ],
  pruning: { leftovers: ({ db }) => pruneReports(db) },
  follows: driversTold,
  troubles: ({ db }) => messageTroubles(db),
};

function messageRoutes(deps: Deps): void {
  const { serve, db, reading } = deps;
  const find = ({ id }: { id: string }, caller: Caller) => findBooking(db, caller, id);
  serveRegister(deps, messages.messageRegister, readMessages);
  serve(messages.countMessages, async ({ query, caller }) =>
    answered(await countMessagesOf(reading, caller, deps.messages, query)),
  );
  serve.record(messages.readOptOut, find, async ({ record: { phoneNo: phone, ...of } }) =>
    answered({ optedOut: await isOptedOut(db, { ...of, phone }) }),
  );
  serveAct(deps, messages.changeOptOut, find, changingOptOut);
  // After an outage a gateway sends all its reports at once from few addresses.
  serve.bytes(
    messages.reportMessage,
    ({ params, actor }, sent) => takeReports(deps, actor, params, sent),
    { perMinute: 1_200 },
  );
}
