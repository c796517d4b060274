import { ulid } from 'ulid';
import { expect } from 'vitest';
import { setSchedule } from '#contract/modules/reports/report-schedules.ts';
import { may, type Role } from '#contract/roles.ts';
import { dayOf } from '#server/time.ts';
import { signedIn } from '#tests/support/client.ts';
import { aProposedClosing } from '#tests/support/closings.ts';
import { makeAccount } from '#tests/support/factories.ts';
import { aSchedule, keptReport } from '#tests/support/saved-reports.ts';
import { aSentStatement } from '#tests/support/statements.ts';
import { type Row, type Scene, someText } from './endpoint-row.ts';

const days = { from: '2024-01-01', to: '2024-01-31' };
const today = { from: dayOf(new Date()), to: dayOf(new Date()) };
const query = () => Promise.resolve({ query: days });

const aSavedReport = ({ callers }: Scene, role: Role): Promise<string> =>
  may(role, 'see reconciliation') ? keptReport(callers[role].client) : Promise.resolve(ulid());

/** A day of long ago, another one each time. */
let daysAgo = 3_000;
const oldDay = () => dayOf(new Date(Date.now() - (daysAgo += 1) * 86_400_000));

const waitingClosing = { closing: someText, state: 'waiting' };
const closedAs = (state: string) => ({
  closing: someText,
  state,
  version: 1,
  number: someText,
  sha256: someText,
});

/** The calls about reconciliation, reports and statements. */
export const reconciliationRows = {
  readReconciliation: {
    reach: 'the bookings',
    many: { asked: { query: today }, shows: [] },
    open: ['state admin', 'zonal head', 'observer'],
    call: query,
    writes: [],
  },
  exportReconciliation: {
    reach: 'the bookings',
    alone: 'it is a copy',
    many: { asked: { query: { ...today, format: 'csv' } }, shows: [] },
    open: ['state admin', 'zonal head', 'observer'],
    call: () => Promise.resolve({ query: { ...days, format: 'csv' } }),
    writes: [
      [
        'reconciliation.exported',
        null,
        expect.objectContaining({ format: 'csv', filters: { ...days, by: 'day' } }),
      ],
    ],
  },
  readReport: {
    reach: 'the bookings',
    many: { asked: { query: { ...today, kind: 'standard' } }, shows: [] },
    open: ['state admin', 'zonal head', 'observer'],
    call: () => Promise.resolve({ query: { ...days, kind: 'standard' } }),
    writes: [],
  },
  listReportRows: {
    reach: 'the bookings',
    many: {
      asked: { query: { ...today, figure: 'issued', limit: '100' } },
      shows: ['unpaid', 'paid'],
    },
    open: ['state admin', 'zonal head', 'observer'],
    call: () => Promise.resolve({ query: { ...days, figure: 'issued' } }),
    writes: [],
  },
  exportReportRows: {
    reach: 'the bookings',
    alone: 'it is a copy',
    many: {
      asked: { query: { ...today, figure: 'issued', format: 'csv' } },
      shows: ['unpaid', 'paid'],
    },
    open: ['state admin', 'zonal head', 'observer'],
    call: () => Promise.resolve({ query: { ...days, figure: 'issued', format: 'csv' } }),
    writes: [
      [
        'report-rows.exported',
        null,
        {
          format: 'csv',
          filters: { ...days, figure: 'issued', sort: 'day' },
          rows: expect.any(Number) as unknown,
        },
      ],
    ],
  },
  exportReport: {
    reach: 'the bookings',
    alone: 'it is a copy',
    many: { asked: { query: { ...today, kind: 'standard', format: 'xlsx' } }, shows: [] },
    open: ['state admin', 'zonal head', 'observer'],
    call: () => Promise.resolve({ query: { ...days, kind: 'standard', format: 'pdf' } }),
    writes: [
      [
        'report.exported',
        null,
        expect.objectContaining({ format: 'pdf', filters: { ...days, kind: 'standard' } }),
      ],
    ],
  },
  readClosings: {
    reach: 'an organisation',
    open: ['state admin', 'zonal head', 'observer'],
    call: () => Promise.resolve({ query: { ...days, kind: 'e' } }),
    writes: [],
  },
  proposeClosing: {
    reach: 'an organisation',
    open: ['state admin'],
    call: () => {
      const day = oldDay();
      return Promise.resolve({ body: { kind: 'e', from: day, to: day } });
    },
    writes: [
      [
        'report.closing-proposed',
        null,
        {
          closing: someText,
          report: 'e',
          zone: null,
          from: someText,
          to: someText,
          version: 1,
          number: someText,
          sha256: someText,
          waits: true,
        },
      ],
    ],
  },
  decideClosing: {
    reach: 'one proposal',
    open: ['state admin'],
    call: async ({ app }) => {
      const { id: by } = await makeAccount(app.db, 'state admin');
      const id = await aProposedClosing(app, { by, day: oldDay() });
      return { params: { id }, body: { agrees: true } };
    },
    writes: [['report.closed', waitingClosing, { ...closedAs('closed'), paper: someText }]],
  },
  takeBackClosing: {
    reach: 'one proposal',
    alone: 'it is one’s own proposal',
    open: ['state admin'],
    call: async ({ app, callers }, role) => {
      const by = role === 'guest' ? callers['state admin'].id : callers[role].id;
      return { params: { id: await aProposedClosing(app, { by, day: oldDay() }) } };
    },
    writes: [['report.closing-taken-back', waitingClosing, closedAs('taken back')]],
  },
  readSchedule: {
    reach: "one's own",
    open: ['state admin', 'zonal head', 'observer'],
    call: async (scene, role) => ({ params: { id: await aSavedReport(scene, role) } }),
    writes: [],
  },
  setSchedule: {
    reach: "one's own",
    alone: 'each recipient reads what they may read anyway',
    open: ['state admin', 'zonal head', 'observer'],
    call: async (scene, role) => ({
      params: { id: await aSavedReport(scene, role) },
      body: aSchedule([scene.callers[role].id]),
    }),
    writes: [
      ['report.schedule-set', null, expect.objectContaining({ rhythm: 'monday', form: 'link' })],
    ],
  },
  endSchedule: {
    reach: "one's own",
    alone: 'it is one’s own schedule',
    open: ['state admin', 'zonal head', 'observer'],
    call: async (scene, role) => {
      const id = await aSavedReport(scene, role);
      if (may(role, 'see reconciliation')) {
        const { client, id: self } = scene.callers[role];
        await client.call(setSchedule, { params: { id }, body: aSchedule([self]) });
      }
      return { params: { id } };
    },
    writes: [['report.schedule-ended', null, { reason: someText }]],
  },
  exportLedger: {
    reach: 'an organisation',
    alone: 'it is a copy',
    open: ['state admin', 'zonal head', 'observer'],
    call: () => Promise.resolve({ query: { ...days, organisation: 'Kaduna' } }),
    writes: [
      [
        'ledger.exported',
        null,
        expect.objectContaining({ filters: { ...days, organisation: 'Kaduna' } }),
      ],
    ],
  },
  readDifferences: {
    reach: 'the bookings',
    many: { asked: { query: today }, shows: [] },
    open: ['state admin', 'zonal head', 'observer'],
    call: query,
    writes: [],
  },
  exportDifferences: {
    reach: 'the bookings',
    alone: 'it is a copy',
    many: { asked: { query: { ...today, format: 'csv' } }, shows: [] },
    open: ['state admin', 'zonal head', 'observer'],
    call: () => Promise.resolve({ query: { ...days, format: 'csv' } }),
    writes: [
      [
        'reconciliation.exported',
        null,
        expect.objectContaining({
          filters: expect.objectContaining({ of: 'differences' }) as unknown,
        }),
      ],
    ],
  },
  readColumns: {
    reach: 'an organisation',
    alone: 'it reads a file and stores nothing',
    open: ['state admin'],
    call: () => {
      const files = [{ field: 'file', content: 'Day,What,Sum\n2024-01-02,900,12000\n' }];
      return Promise.resolve({ body: {}, files });
    },
    writes: [['statement.looked-at', null, { sha256: someText, columns: 3, lines: 1 }]],
  },
  sendStatement: {
    reach: 'an organisation',
    open: ['state admin'],
    call: () => {
      const content = `Date,Reference,Receipt,Amount\n2024-01-02,${ulid()},,12000\n`;
      return Promise.resolve({ body: {}, files: [{ field: 'file', content }] });
    },
    writes: [
      [
        'statement.sent',
        null,
        {
          statement: someText,
          gateway: 'PayKaduna',
          lines: 1,
          amount: 12_000,
          from: '2024-01-02',
          to: '2024-01-02',
          sha256: someText,
          unmatched: 1,
          waits: true,
        },
      ],
    ],
  },
  decideStatement: {
    reach: 'one proposal',
    open: ['state admin'],
    call: async ({ app }) => {
      const { id: by } = await makeAccount(app.db, 'state admin');
      return { params: { id: await aSentStatement(app, { by }) }, body: { agrees: true } };
    },
    writes: [
      [
        'statement.confirmed',
        { statement: someText, state: 'waiting' },
        { statement: someText, state: 'in force' },
      ],
    ],
  },
  takeBackStatement: {
    reach: 'one proposal',
    alone: 'it is one’s own statement',
    open: ['state admin'],
    call: async ({ app, callers }, role) => {
      const by = role === 'guest' ? callers['state admin'].id : callers[role].id;
      return { params: { id: await aSentStatement(app, { by }) } };
    },
    writes: [
      [
        'statement.taken-back',
        { statement: someText, state: 'waiting' },
        { statement: someText, state: 'taken back' },
      ],
    ],
  },
  fetchStatement: {
    reach: 'an organisation',
    alone: 'the gateway says what was paid',
    open: ['state admin'],
    call: async ({ app, callers }, role) => {
      const body = { organisation: 'Ogun', from: '2024-01-01', to: '2024-01-02' };
      if (role === 'guest') return { body, client: callers.guest.client };
      const { email } = await makeAccount(app.db, role, { state: 'Ogun' });
      return { body, client: await signedIn(app.url, email) };
    },
    writes: [
      [
        'statement.fetched',
        null,
        expect.objectContaining({ gateway: 'Paystack', from: '2024-01-01', lines: 0 }),
      ],
    ],
  },
} satisfies Record<string, Row>;
