import {
  printPaper as printCall,
  showTicket as showCall,
} from '#contract/modules/after-ticket/papers.ts';
import { readTicket } from '#contract/modules/field-work/devices.ts';
import { readTicketCode } from '#contract/ticket-code.ts';
import type { Part } from '#server/acts/part.ts';
import type { Deps } from '#server/deps.ts';
import { findBooking } from '#server/features/bookings/queries.ts';
import { answered } from '#server/http/answered.ts';
import { notFound } from '#server/http/refusal.ts';
import { printPaper, showTicket } from './commands.ts';
import { publicTicketRoutes } from './public-routes.ts';
import { ticketOfCode } from './queries.ts';
import { ticketState } from './rules.ts';

export const papersPart: Part = {
  name: 'papers',
  routes: paperRoutes,
  openPages: publicTicketRoutes,
};

/**
 * The papers of bookings for their readers, and a ticket's public facts for those who check
 * tickets.
 */
function paperRoutes(deps: Deps): void {
  deps.serve.downloadRecord(
    printCall,
    ({ id }, caller) => findBooking(deps.db, caller, id),
    ({ record, query, actor, caller }) => printPaper(deps, actor, caller, record, query),
    { perMinute: 120, of: 'account' },
  );
  deps.serve.record(
    showCall,
    ({ id }, caller) => findBooking(deps.db, caller, id),
    async ({ record, actor, caller }) => answered(await showTicket(deps, actor, caller, record)),
  );
  deps.serve.record(
    readTicket,
    async ({ code: typed }) => {
      const code = readTicketCode(typed);
      if (code === undefined) return notFound('ticket');
      return (await ticketOfCode(deps.db, code, deps.config.demo)) ?? notFound('ticket');
    },
    ({ record, caller }) => Promise.resolve(answered(ticketState(record, caller))),
    { perMinute: 60, of: 'account' },
  );
}
