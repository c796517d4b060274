import { expect } from 'vitest';
import { makeAccount } from '#tests/support/factories.ts';
import { dayFromNow } from '#tests/support/fees.ts';
import { aProposal } from '#tests/support/proposals.ts';
import { someRules, ticketRules } from '#tests/support/ticket-rules.ts';
import { everyone, nothing, type Row, type Scene, someText } from './endpoint-row.ts';

let ahead = 400;

/** Proposed by somebody else. */
async function proposed({ app }: Scene) {
  ahead += 1;
  const { id: by } = await makeAccount(app.db, 'state admin');
  return ticketRules(app, { days: ahead, by });
}

function nextHoliday() {
  ahead += 1;
  const day = dayFromNow(ahead);
  return { from: day, to: day, name: 'Id-el-Fitr', isHoliday: true };
}

/** A holiday that somebody else proposed, or `by`. */
async function aHoliday({ app }: Scene, by?: string) {
  const body = nextHoliday();
  const proposer = by ?? (await makeAccount(app.db, 'state admin')).id;
  return aProposal(app, { kind: 'holiday', subject: body.from, body, by: proposer });
}

const declared = { proposal: someText, from: someText, to: someText };
const standing = { proposal: someText, from: someText };

/** The calls about what an organisation lays down for its tickets. */
export const ticketRulesRows = {
  listTicketRules: {
    reach: 'an organisation',
    open: ['state admin', 'zonal head', 'observer'],
    call: nothing,
    writes: [],
  },
  readTicketOffer: {
    reach: 'an organisation',
    open: everyone,
    call: () => Promise.resolve({ query: { organisation: 'Kaduna' } }),
    writes: [],
  },
  readMessageSender: {
    reach: 'an organisation',
    open: ['state admin', 'zonal head', 'observer'],
    call: () => Promise.resolve({ query: { organisation: 'Kaduna' } }),
    writes: [],
  },
  proposeTicketRules: {
    reach: 'an organisation',
    open: ['state admin'],
    call: () => {
      ahead += 1;
      const body = { rules: someRules, from: dayFromNow(ahead), reason: 'The gazette.' };
      return Promise.resolve({ body });
    },
    writes: [
      [
        'rules.proposed',
        null,
        { ...standing, reason: 'The gazette.', rules: expect.anything() as unknown },
      ],
    ],
  },
  decideTicketRules: {
    reach: 'one proposal',
    open: ['state admin'],
    call: async (scene) => ({ params: { id: await proposed(scene) }, body: { agrees: true } }),
    writes: [['rules.set', standing, standing]],
  },
  takeBackTicketRules: {
    reach: 'one proposal',
    alone: 'it only takes away what waits',
    open: ['state admin'],
    call: async (scene, role) => {
      ahead += 1;
      const by = role === 'guest' ? '' : scene.callers[role].id;
      const id =
        by === '' ? await proposed(scene) : await ticketRules(scene.app, { days: ahead, by });
      return { params: { id } };
    },
    writes: [['rules.taken-back', standing, standing]],
  },
  listHolidays: {
    reach: 'an organisation',
    open: ['state admin', 'zonal head', 'observer'],
    call: nothing,
    writes: [],
  },
  proposeHoliday: {
    reach: 'an organisation',
    open: ['state admin'],
    call: () => Promise.resolve({ body: { ...nextHoliday(), reason: 'The Sultan has spoken.' } }),
    writes: [
      [
        'holiday.proposed',
        null,
        { ...declared, name: 'Id-el-Fitr', isHoliday: true, reason: 'The Sultan has spoken.' },
      ],
    ],
  },
  decideHoliday: {
    reach: 'one proposal',
    open: ['state admin'],
    call: async (scene) => ({
      params: { id: await aHoliday(scene) },
      body: { agrees: true },
    }),
    writes: [['holiday.declared', declared, declared]],
  },
  takeBackHoliday: {
    reach: 'one proposal',
    alone: 'it only takes away what waits',
    open: ['state admin'],
    call: async (scene, role) => ({
      params: {
        id: await aHoliday(scene, role === 'guest' ? undefined : scene.callers[role].id),
      },
    }),
    writes: [['holiday.taken-back', declared, declared]],
  },
} satisfies Record<string, Row>;
