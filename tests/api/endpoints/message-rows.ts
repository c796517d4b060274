import { ulid } from 'ulid';
import { expect } from 'vitest';
import { messageRegister } from '#contract/modules/after-ticket/messages.ts';
import { booked } from '#tests/support/journey.ts';
import { reportKey } from '#tests/support/messages.ts';
import { nothing, registerRows, type Row } from './endpoint-row.ts';

const opposite = { optedOut: true, reason: 'The driver asked for it.' };

/** The calls about messages to drivers. */
export const messageRows = {
  ...registerRows('Messages', messageRegister, {
    reach: 'the bookings',
    shows: [],
    open: ['state admin', 'zonal head', 'observer'],
  }),
  countMessages: {
    reach: 'the bookings',
    many: { asked: {}, shows: [] },
    open: ['state admin', 'zonal head', 'observer'],
    call: nothing,
    writes: [],
  },
  readOptOut: {
    reach: 'one booking',
    one: ({ unpaid: { id } }) => ({ id, asked: { params: { id } } }),
    open: ['state admin', 'zonal head', 'observer'],
    call: async ({ officer }) => ({ params: { id: (await booked(officer))._id } }),
    writes: [],
  },
  changeOptOut: {
    reach: 'one booking',
    one: ({ unpaid: { id } }) => ({ id, asked: { params: { id }, body: opposite } }),
    alone: 'it only keeps a message from being sent, and is taken back as easily',
    open: ['state admin', 'zonal head'],
    call: async ({ officer }) => ({
      params: { id: (await booked(officer, { phoneNo: '0803 555 0177' }))._id },
      body: opposite,
    }),
    writes: [['booking.opted-out', { optedOut: expect.any(Boolean) as unknown }, opposite]],
  },
  reportMessage: {
    reach: 'before sign-in',
    alone: 'it is a gateway’s word, which changes no ticket',
    open: 'public',
    call: () => {
      const status = { groupId: 3, name: 'DELIVERED_TO_HANDSET' };
      return Promise.resolve({
        params: { gateway: 'infobip', key: reportKey('infobip') },
        body: { results: [{ messageId: ulid(), status }] },
      });
    },
    writes: [['message.reported', null, { gateway: 'infobip', state: 'delivered', message: null }]],
  },
} satisfies Record<string, Row>;
