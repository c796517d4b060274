import { expect } from 'vitest';
import type { endpoints } from '#contract/endpoints.ts';
import type { Role } from '#contract/roles.ts';
import { aCollision, anImage, aPicture, recorded } from '#tests/support/collisions.ts';
import { announcedBy, kept, putPart } from '#tests/support/coming-files.ts';
import { anException } from '#tests/support/exceptions.ts';
import { aBooking, makeAccount } from '#tests/support/factories.ts';
import { booked, bookedAndPaid } from '#tests/support/journey.ts';
import { aNotice, signatureOf } from '#tests/support/notices.ts';
import { accountRows } from './account-rows.ts';
import { deviceRows } from './device-rows.ts';
import {
  clearers,
  everyone,
  exporters,
  nothing,
  recorders,
  type Row,
  type Scene,
  someText,
} from './endpoint-row.ts';
import { feeRows } from './fee-rows.ts';
import { lateRecordRows } from './late-record-rows.ts';
import { operationRows } from './operation-rows.ts';
import { reconciliationRows } from './reconciliation-rows.ts';
import { viewRows } from './view-rows.ts';
import { withdrawalRows } from './withdrawal-rows.ts';

export type EndpointName = keyof typeof endpoints;

/** Every endpoint: who may call it, how it is called validly, what it writes down. */
export const table: Readonly<Record<EndpointName, Row>> = {
  ...accountRows,
  ...operationRows,
  ...lateRecordRows,
  ...deviceRows,
  createBooking: {
    open: recorders,
    status: 201,
    call: () => Promise.resolve({ body: aBooking() }),
    writes: [
      ['booking.made', null, expect.objectContaining({ organisation: 'Kaduna', price: 12_000 })],
    ],
  },
  listBookings: { open: everyone, call: nothing, writes: [] },
  exportBookings: {
    open: exporters,
    call: () => Promise.resolve({ query: { format: 'csv', zone: 'Zaria' } }),
    writes: [
      [
        'bookings.exported',
        null,
        expect.objectContaining({
          format: 'csv',
          filters: { by: 'made', sort: '-createdAt', zone: 'Zaria' },
        }),
      ],
    ],
  },
  readBooking: {
    open: everyone,
    call: ({ demoBooking }) => Promise.resolve({ params: { id: demoBooking._id } }),
    writes: [],
  },
  readBill: {
    open: everyone,
    call: ({ demoBooking }) => Promise.resolve({ params: { id: demoBooking._id } }),
    writes: [],
  },
  listExceptions: {
    open: ['state admin', 'zonal head', 'observer'],
    call: nothing,
    writes: [],
  },
  settleException: {
    open: ['state admin'],
    call: async ({ app, officer }) => ({
      params: { id: await anException(app.db, officer) },
      body: { decision: 'noted', reason: 'The bank returned it.' },
    }),
    writes: [
      [
        'exception.proposed',
        { decision: null },
        { decision: 'noted', billRef: null, reason: 'The bank returned it.' },
      ],
    ],
  },
  confirmException: {
    open: ['state admin', 'zonal head'],
    call: async ({ app, officer }) => {
      const id = await anException(app.db, officer);
      const { id: by } = await makeAccount(app.db, 'state admin');
      const proposed_at = new Date();
      await app.db
        .updateTable('payment_exceptions')
        .set({ decision: 'noted', reason: 'Returned.', proposed_by: by, proposed_at })
        .where('id', '=', id)
        .execute();
      return { params: { id }, body: { agrees: true, proposedAt: proposed_at.toISOString() } };
    },
    writes: [['exception.settled', { decision: 'noted', reason: 'Returned.' }, { settled: true }]],
  },
  clearVehicle: {
    open: clearers,
    call: async ({ app, officer }) => {
      const { _id: id } = await bookedAndPaid(officer, app.db);
      return { params: { id }, body: { completed: true } };
    },
    writes: [
      [
        'booking.cleared',
        { paid: true, completed: false },
        { paid: true, completed: true, completedAt: someText },
      ],
    ],
  },
  sweepBookings: {
    open: recorders,
    call: async ({ app }) => {
      await app.db
        .updateTable('sweeps')
        .set({ started_at: new Date(0) })
        .execute();
      return {};
    },
    writes: [['bookings.swept', null, { zone: null, started: true }]],
  },
  checkBooking: {
    open: recorders,
    call: async ({ officer }) => ({ params: { id: (await booked(officer))._id } }),
    writes: [['booking.checked', { paid: false }, { paid: false, finding: 'pending' }]],
  },
  printPaper: {
    open: everyone,
    call: ({ demoBooking }) =>
      Promise.resolve({
        params: { id: demoBooking._id },
        query: { of: 'ticket', size: '80mm', format: 'html' },
      }),
    writes: [['paper.printed', null, { of: 'ticket', size: '80mm', format: 'html' }]],
    onlyReads: ['observer', 'guest'],
  },
  startPayment: {
    open: recorders,
    call: ({ demoBooking: { billRef } }) => Promise.resolve({ body: { billRef } }),
    writes: [['payment.started', { paid: false }, { paid: false, billRef: someText }]],
  },
  noticePayment: {
    open: 'public',
    call: () => {
      const body = aNotice('100000000000');
      const headers = signatureOf(JSON.stringify(body));
      return Promise.resolve({ params: { gateway: 'paykaduna' }, headers, body });
    },
    writes: [['notice.received', null, { gateway: 'PayKaduna', billRef: '100000000000' }]],
  },
  listRevenueHeads: { open: everyone, call: nothing, writes: [] },
  listOffences: { open: everyone, call: nothing, writes: [] },
  listPlaces: { open: everyone, call: nothing, writes: [] },
  bookingCounts: { open: everyone, call: nothing, writes: [] },
  bookingRevenue: { open: everyone, call: nothing, writes: [] },
  bookingSeries: {
    open: everyone,
    call: () => Promise.resolve({ query: { period: 'month' } }),
    writes: [],
  },
  listActivities: { open: everyone, call: nothing, writes: [] },
  readMap: { open: everyone, call: nothing, writes: [] },
  liveBookings: { open: everyone, call: nothing, writes: [] },
  readDossier: {
    open: everyone,
    call: () => Promise.resolve({ query: { of: 'plate', value: 'ABC-123DE' } }),
    writes: [],
  },
  readKnown: {
    open: everyone,
    call: () => Promise.resolve({ query: { of: 'phone', value: '0900 555 0142' } }),
    writes: [],
  },
  readKnownPlates: { open: recorders, call: nothing, writes: [] },
  exportPerson: {
    open: ['state admin'],
    call: () => Promise.resolve({ body: { of: 'plate', value: 'QQQ-777QQ' } }),
    writes: [['person.exported', null, { of: 'plate', bookings: 0, collisions: 0 }]],
  },
  createCollision: {
    open: recorders,
    status: 201,
    call: async () => ({ body: aCollision(), files: [await anImage()] }),
    writes: [['collision.recorded', null, expect.objectContaining({ organisation: 'Kaduna' })]],
  },
  listComingFiles: {
    open: recorders,
    call: async ({ callers }, role) => ({ params: { id: (await announcing(callers, role)).id } }),
    writes: [],
  },
  receiveFile: {
    open: recorders,
    call: async ({ app, callers }, role) => {
      const { id, file } = await announcing(callers, role);
      await putPart(app, file);
      return { params: { id, file: file.announced.id } };
    },
    writes: [
      [
        'collision.file-received',
        { file: someText, received: false },
        expect.objectContaining({ received: true, field: 'img' }),
      ],
    ],
  },
  replaceFile: {
    open: recorders,
    call: async ({ callers }, role) => {
      const { id, file } = await announcing(callers, role);
      const { field: _field, ...body } = kept(await aPicture()).announced;
      return { params: { id, file: file.announced.id }, body };
    },
    writes: [
      [
        'collision.file-replaced',
        { file: someText },
        { file: someText, field: 'img', sha256: someText },
      ],
    ],
  },
  giveUpFile: {
    open: recorders,
    call: async ({ callers }, role) => {
      const { id, file } = await announcing(callers, role);
      return {
        params: { id, file: file.announced.id },
        body: { reason: 'The phone fell into the river.' },
      };
    },
    writes: [
      [
        'collision.file-given-up',
        { file: someText, givenUp: false },
        { file: someText, givenUp: true, reason: 'The phone fell into the river.' },
      ],
    ],
  },
  listCollisions: { open: everyone, call: nothing, writes: [] },
  exportCollisions: {
    open: exporters,
    call: () => Promise.resolve({ query: { format: 'csv' } }),
    writes: [
      [
        'collisions.exported',
        null,
        { format: 'csv', filters: { sort: '-createdAt' }, rows: expect.any(Number) as unknown },
      ],
    ],
  },
  readCollision: {
    open: everyone,
    call: async ({ app, officer }) => {
      const { _id: id } = await recorded(officer);
      await app.owner.updateTable('collisions').set({ demo: true }).where('id', '=', id).execute();
      return { params: { id } };
    },
    writes: [],
  },
  listOriginals: {
    open: ['state admin', 'zonal head', 'observer'],
    call: async ({ officer }) => ({ params: { id: (await recorded(officer))._id } }),
    writes: [],
  },
  ...viewRows,
  ...reconciliationRows,
  ...feeRows,
  ...withdrawalRows,
};

/** A collision that the caller recorded, if they may, and a file that it announces. */
async function announcing(callers: Scene['callers'], role: Role) {
  const file = kept(await aPicture());
  if (!recorders.some((known) => known === role)) return { id: 'none', file };
  // The last evidence is never given up.
  const { _id: id } = await announcedBy(callers[role].client, [file, kept(await aPicture())]);
  return { id, file };
}
