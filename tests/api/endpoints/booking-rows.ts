import { expect } from 'vitest';
import { aPicture } from '#tests/support/booking-pictures.ts';
import { aBooking } from '#tests/support/factories.ts';
import { booked, bookedAndPaid } from '#tests/support/journey.ts';
import { aNotice, signatureOf } from '#tests/support/notices.ts';
import {
  clearers,
  everyone,
  exporters,
  nothing,
  recorders,
  type Row,
  someText,
} from './endpoint-row.ts';

/** The calls about bookings, their papers and their money. */
export const bookingRows = {
  createBooking: {
    reach: 'a new booking',
    alone: 'it is one’s own record',
    open: recorders,
    status: 201,
    call: () => Promise.resolve({ body: aBooking() }),
    writes: [
      ['booking.made', null, expect.objectContaining({ organisation: 'Kaduna', price: 12_000 })],
    ],
  },
  listBookings: {
    reach: 'the bookings',
    many: { asked: { query: { limit: '100' } }, shows: ['unpaid', 'paid'] },
    open: everyone,
    call: nothing,
    writes: [],
  },
  exportBookings: {
    reach: 'the bookings',
    alone: 'it is a copy',
    many: { asked: { query: { format: 'csv' } }, shows: ['unpaid', 'paid'] },
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
    reach: 'one booking',
    one: ({ unpaid: { id } }) => ({ id, asked: { params: { id } } }),
    open: everyone,
    call: ({ demoBooking }) => Promise.resolve({ params: { id: demoBooking._id } }),
    writes: [],
  },
  listPictures: {
    reach: 'one booking',
    one: ({ unpaid: { id } }) => ({ id, asked: { params: { id } } }),
    open: everyone,
    call: ({ demoBooking }) => Promise.resolve({ params: { id: demoBooking._id } }),
    writes: [],
  },
  addPicture: {
    reach: 'the pictures of one booking',
    alone: 'a picture counts nothing',
    open: recorders,
    call: async ({ officer, callers }, role) => {
      const books = recorders.some((one) => one === role);
      const { _id: id } = await booked(books ? callers[role].client : officer);
      return { params: { id }, ...(await aPicture()) };
    },
    writes: [['booking.pictured', null, expect.objectContaining({ shows: 'scene' })]],
  },
  readBill: {
    reach: 'one booking',
    one: ({ unpaid: { id } }) => ({ id, asked: { params: { id } } }),
    open: everyone,
    call: ({ demoBooking }) => Promise.resolve({ params: { id: demoBooking._id } }),
    writes: [],
  },
  clearVehicle: {
    reach: 'one booking',
    alone: 'it is paid before, by the gateway’s word',
    one: ({ paid: { id } }) => ({
      id,
      asked: { params: { id }, body: { completed: true } },
    }),
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
    reach: 'the bookings',
    alone: 'the gateway says whether they are paid',
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
    reach: 'one booking',
    alone: 'the gateway says whether it is paid',
    one: ({ unpaid: { id } }) => ({ id, asked: { params: { id } } }),
    open: recorders,
    call: async ({ officer }) => ({ params: { id: (await booked(officer))._id } }),
    writes: [['booking.checked', { paid: false }, { paid: false, finding: 'pending' }]],
  },
  printPaper: {
    reach: 'one booking',
    alone: 'it is a copy',
    one: ({ unpaid: { id } }) => ({
      id,
      asked: { params: { id }, query: { of: 'ticket', size: 'a4', format: 'html' } },
    }),
    open: everyone,
    call: ({ demoBooking }) =>
      Promise.resolve({
        params: { id: demoBooking._id },
        query: { of: 'ticket', size: '80mm', format: 'html' },
      }),
    writes: [['paper.printed', null, { of: 'ticket', size: '80mm', format: 'html' }]],
    onlyReads: ['observer', 'guest'],
  },
  showTicket: {
    reach: 'one booking',
    alone: 'it is a copy',
    one: ({ unpaid: { id } }) => ({ id, asked: { params: { id } } }),
    open: everyone,
    call: async ({ demoBooking, officer }, role) => ({
      params: { id: role === 'guest' ? demoBooking._id : (await booked(officer))._id },
    }),
    writes: [['ticket.shown', null, { version: 1 }]],
    onlyReads: ['observer', 'guest'],
  },
  startPayment: {
    reach: 'one booking',
    alone: 'it opens the page of the gateway',
    one: ({ paid: { id } }) => ({ id, asked: { body: { billRef: `TEST-${id}` } } }),
    open: recorders,
    call: ({ demoBooking: { billRef } }) => Promise.resolve({ body: { billRef } }),
    writes: [['payment.started', { paid: false }, { paid: false, billRef: someText }]],
  },
  noticePayment: {
    reach: 'before sign-in',
    alone: 'the gateway says whether it is paid',
    open: 'public',
    call: () => {
      const body = aNotice('100000000000');
      const headers = signatureOf(JSON.stringify(body));
      return Promise.resolve({ params: { gateway: 'paykaduna' }, headers, body });
    },
    writes: [['notice.received', null, { gateway: 'PayKaduna', billRef: '100000000000' }]],
  },
  listRevenueHeads: { reach: 'the same for all', open: everyone, call: nothing, writes: [] },
  bookingCounts: {
    reach: 'the bookings',
    many: { asked: {}, shows: [] },
    open: everyone,
    call: nothing,
    writes: [],
  },
  bookingRevenue: {
    reach: 'the bookings',
    many: { asked: {}, shows: [] },
    open: everyone,
    call: nothing,
    writes: [],
  },
  bookingSeries: {
    reach: 'the bookings',
    many: { asked: { query: { period: 'month' } }, shows: [] },
    open: everyone,
    call: () => Promise.resolve({ query: { period: 'month' } }),
    writes: [],
  },
} satisfies Record<string, Row>;
