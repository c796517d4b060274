import {
  decideHoliday,
  listHolidays,
  proposeHoliday,
  takeBackHoliday,
} from '#contract/modules/after-ticket/holidays.ts';
import * as contract from '#contract/modules/after-ticket/ticket-rules.ts';
import { stateOfOrganisation } from '#contract/places.ts';
import type { Part } from '#server/acts/part.ts';
import type { Deps } from '#server/deps.ts';
import { messageSenderOf } from '#server/features/contacts/queries.ts';
import { inBackground, tellAdmins } from '#server/features/users/commands.ts';
import { answered } from '#server/http/answered.ts';
import type { Caller } from '#server/http/caller.ts';
import { Refusal } from '#server/http/refusal.ts';
import { theOrganisation, theWholeOrganisation } from '#server/scope/rules.ts';
import { heldAgainstTrail } from './against-trail.ts';
import { decide, propose, rulesToConfirm, takeBack } from './commands.ts';
import { giveDueDays } from './first-days.ts';
import * as holidays from './holidays.ts';
import { moveDaysSoon } from './moved-days.ts';
import { moveDays } from './moved-days.ts';
import { dueDayOfNew, findVersion, rulesNow, versionsOf } from './queries.ts';

export const ticketRulesPart: Part = {
  name: 'ticket rules',
  heldAgainstTrail,
  routes: ticketRulesRoutes,
  chores: [
    { intervalMs: 1_000, idleMs: 30_000, step: ({ db }) => moveDays(db) },
    { intervalMs: 60_000, idleMs: 600_000, step: ({ db }) => giveDueDays(db) },
  ],
  dueDay: dueDayOfNew,
  queues: { 'set of rules': rulesToConfirm, holiday: holidays.holidaysToConfirm },
};

function ticketRulesRoutes(deps: Deps): void {
  const { serve, db } = deps;
  const find = ({ id }: { id: string }, caller: Caller) => findVersion(db, caller, id);
  serve(contract.listTicketRules, async ({ query, caller }) => {
    const organisation = theOrganisation(caller.scope, query.organisation);
    if (organisation instanceof Refusal) return organisation;
    return answered(await versionsOf(db, { organisation, demo: caller.demo }));
  });
  serve(contract.readTicketOffer, async ({ query, caller }) => {
    const organisation = theOrganisation(caller.scope, query.organisation);
    if (organisation instanceof Refusal) return organisation;
    const { rules } = await rulesNow(db, { organisation, demo: caller.demo }, null);
    return answered(rules && contract.offerOf(rules));
  });
  serve(contract.readMessageSender, async ({ query, caller }) => {
    const organisation = theOrganisation(caller.scope, query.organisation);
    if (organisation instanceof Refusal) return organisation;
    return answered(await messageSenderOf(deps, { organisation, demo: caller.demo }));
  });
  serve(contract.proposeTicketRules, async ({ body, ...taker }) => {
    const { caller } = taker;
    const organisation = theWholeOrganisation(caller.scope, body.organisation);
    if (organisation instanceof Refusal) return organisation;
    const rules = await propose(deps, taker, { organisation, demo: caller.demo }, body);
    if (rules instanceof Refusal) return rules;
    const news = {
      state: stateOfOrganisation(organisation),
      subject: `Ticket rules for ${organisation} were proposed`,
      text: `${caller.name} has proposed ticket rules from ${body.from}. Reason: ${body.reason}\n\nThe rules will apply only if another state admin confirms them before that day.`,
    };
    inBackground(deps, tellAdmins(deps, caller, news));
    return answered(rules);
  });
  serve(listHolidays, async ({ query, caller }) => {
    const organisation = theOrganisation(caller.scope, query.organisation);
    if (organisation instanceof Refusal) return organisation;
    return answered(await holidays.holidaysOf(db, { organisation, demo: caller.demo }));
  });
  serve(proposeHoliday, async ({ body, ...taker }) => {
    const { caller } = taker;
    const organisation = theWholeOrganisation(caller.scope, body.organisation);
    if (organisation instanceof Refusal) return organisation;
    const of = { organisation, demo: caller.demo };
    const holiday = await holidays.propose(deps, taker, of, body);
    if (holiday instanceof Refusal) return holiday;
    const days = `${body.name}, ${body.from} to ${body.to}`;
    const news = {
      state: stateOfOrganisation(organisation),
      subject: `A holiday for ${organisation} needs you`,
      text: `${caller.name} has proposed ${body.isHoliday ? 'a holiday' : 'that these days are not holidays'}: ${days}. Reason: ${body.reason}\n\nDue dates will move once another state admin confirms the proposal.`,
    };
    inBackground(deps, tellAdmins(deps, caller, news));
    return answered(holiday);
  });
  const findHoliday = ({ id }: { id: string }, caller: Caller) =>
    holidays.findHoliday(db, caller, id);
  serve.record(decideHoliday, findHoliday, async ({ record, body, ...taker }) => {
    const holiday = await holidays.decide(deps, taker, record.id, body);
    if (holiday instanceof Refusal) return holiday;
    await moveDaysSoon(deps);
    return answered(holiday);
  });
  serve.record(takeBackHoliday, findHoliday, async ({ record, ...taker }) =>
    answered(await holidays.takeBack(deps, taker, record.id)),
  );
  serve.record(contract.decideTicketRules, find, async ({ record, body, ...taker }) =>
    answered(await decide(deps, taker, record.id, body)),
  );
  serve.record(contract.takeBackTicketRules, find, async ({ record, ...taker }) =>
    answered(await takeBack(deps, taker, record.id)),
  );
}
