import { refundRegister } from '#contract/modules/money/refunds.ts';
import { anException } from '#tests/support/exceptions.ts';
import { makeAccount } from '#tests/support/factories.ts';
import { dayFromNow } from '#tests/support/fees.ts';
import { bookedAndPaid } from '#tests/support/journey.ts';
import { aRefund, settledByRefund } from '#tests/support/refunds.ts';
import { exporters, registerRows, type Row, type Scene, someText } from './endpoint-row.ts';

const givenBack = {
  amount: 1,
  day: dayFromNow(0),
  proofKind: 'transfer' as const,
  proofNumber: 'TRF-204518',
  reason: 'A court ordered it.',
};
const said = {
  proposal: someText,
  state: 'waiting',
  amount: 1,
  day: givenBack.day,
  proof: { kind: 'transfer', number: 'TRF-204518' },
  reverses: null,
  reason: givenBack.reason,
};
const waiting = { proposal: someText, state: 'waiting' };

const anAdmin = async ({ app }: Scene) => (await makeAccount(app.db, 'state admin')).id;

async function aRefundOf(scene: Scene, people: { by: string; decidedBy?: string }) {
  const { app, officer } = scene;
  const { _id: booking } = await bookedAndPaid(officer, app.db);
  return aRefund(app, { booking, naira: 1, day: givenBack.day, ...people });
}

/** The calls about refunds. */
export const refundRows = {
  ...registerRows('Refunds', refundRegister, {
    reach: 'the bookings',
    shows: ['refund'],
    open: exporters,
  }),
  readRefund: {
    reach: 'one refund',
    one: ({ refund: { id } }) => ({ id, asked: { params: { id } } }),
    open: exporters,
    call: async (scene) => ({
      params: { id: await aRefundOf(scene, { by: await anAdmin(scene) }) },
    }),
    writes: [],
  },
  proposeRefund: {
    reach: 'one booking',
    one: ({ paid: { id } }) => ({
      id,
      asked: { params: { id }, body: { line: 1, ...givenBack } },
    }),
    open: ['state admin'],
    call: async ({ officer, app }) => ({
      params: { id: (await bookedAndPaid(officer, app.db))._id },
      body: { line: 1, ...givenBack },
    }),
    writes: [['refund.proposed', null, { ...said, line: 1, exception: null }]],
  },
  proposeExceptionRefund: {
    reach: 'one exception',
    one: ({ exception: { id } }) => ({ id, asked: { params: { id }, body: givenBack } }),
    open: ['state admin'],
    call: async (scene) => {
      const id = await anException(scene.app.db, scene.officer);
      const people = { by: await anAdmin(scene), decidedBy: await anAdmin(scene) };
      await settledByRefund(scene.app, { exception: id, ...people });
      return { params: { id }, body: givenBack };
    },
    writes: [['refund.proposed', null, { ...said, line: null, exception: someText }]],
  },
  proposeReversal: {
    reach: 'one refund',
    one: ({ refund: { id } }) => ({
      id,
      asked: { params: { id }, body: { reason: 'Of another ticket.' } },
    }),
    open: ['state admin'],
    call: async (scene) => ({
      params: {
        id: await aRefundOf(scene, {
          by: await anAdmin(scene),
          decidedBy: await anAdmin(scene),
        }),
      },
      body: { reason: givenBack.reason },
    }),
    writes: [
      [
        'refund.reversal-proposed',
        null,
        {
          ...said,
          line: 1,
          exception: null,
          amount: -1,
          day: null,
          proof: null,
          reverses: someText,
        },
      ],
    ],
  },
  decideRefund: {
    reach: 'one refund',
    one: ({ refund: { id } }) => ({ id, asked: { params: { id }, body: { agrees: true } } }),
    open: ['state admin'],
    call: async (scene) => ({
      params: { id: await aRefundOf(scene, { by: await anAdmin(scene) }) },
      body: { agrees: true },
    }),
    writes: [['refund.confirmed', waiting, { proposal: someText, state: 'confirmed', amount: 1 }]],
  },
  takeBackRefund: {
    reach: 'one refund',
    one: ({ refund: { id } }) => ({ id, asked: { params: { id } } }),
    alone: 'it is one’s own proposal',
    open: ['state admin'],
    call: async (scene, role) => ({
      params: {
        id: await aRefundOf(scene, {
          by: scene.callers[role === 'guest' ? 'state admin' : role].id,
        }),
      },
    }),
    writes: [
      ['refund.taken-back', waiting, { proposal: someText, state: 'taken back', amount: 1 }],
    ],
  },
} satisfies Record<string, Row>;
