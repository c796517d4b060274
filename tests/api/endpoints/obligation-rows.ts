import { obligationRegister } from '#contract/modules/after-ticket/obligations.ts';
import { makeAccount } from '#tests/support/factories.ts';
import { booked } from '#tests/support/journey.ts';
import { makePerson } from '#tests/support/people.ts';
import { clearers, everyone, registerRows, type Row, type Scene } from './endpoint-row.ts';

/** A ticket that asks for an impounding, of which an officer asked a waiver. */
async function waiverOf({ officer, app }: Scene) {
  const { _id: id } = await booked(officer, { offence: [{ id: 'LGC-01' }] });
  const { id: by } = await makeAccount(app.db, 'booking officer');
  const asked = { state: 'waiver asked', reason: 'It was sold.', acted_by: by };
  await app.db
    .updateTable('obligations')
    .set({ ...asked, acted_at: new Date() })
    .where('booking_id', '=', id)
    .execute();
  return id;
}

/** A ticket that somebody else has issued. */
async function askingForAYard({ app }: Scene) {
  const issuer = await makePerson(app, 'booking officer', { zone: 'Zaria' });
  return (await booked(issuer, { offence: [{ id: 'LGC-01' }] }))._id;
}

/** The same, whose impounding another officer noted as done. */
async function doneOf(scene: Scene) {
  const id = await askingForAYard(scene);
  const { id: by } = await makeAccount(scene.app.db, 'booking officer');
  await scene.app.db
    .updateTable('obligations')
    .set({ state: 'done', reason: 'It stands in the yard.', acted_by: by, acted_at: new Date() })
    .where('booking_id', '=', id)
    .execute();
  return id;
}

const one = { obligation: 1, words: 'Impounding vehicle' };

/** The calls about what penalties ask for besides money. */
export const obligationRows = {
  ...registerRows('Obligations', obligationRegister, {
    reach: 'the obligations',
    shows: ['obligation'],
    open: everyone,
  }),
  readRulesOfTicket: {
    reach: 'one booking',
    one: ({ unpaid: { id } }) => ({ id, asked: { params: { id } } }),
    open: everyone,
    call: ({ demoBooking }) => Promise.resolve({ params: { id: demoBooking._id } }),
    writes: [],
  },
  endObligation: {
    reach: 'one booking',
    alone: 'it says what was done; a waiver waits for another person',
    one: ({ unpaid: { id } }) => ({
      id,
      asked: { params: { id }, body: { place: 99, how: 'done', reason: 'It stands in the yard.' } },
    }),
    open: clearers,
    call: async (scene) => ({
      params: { id: await askingForAYard(scene) },
      body: { place: 1, how: 'done', reason: 'It stands in the yard.' },
    }),
    writes: [
      [
        'booking.obligation-done',
        { obligation: 1, state: 'open' },
        { ...one, state: 'done', reason: 'It stands in the yard.' },
      ],
    ],
  },
  decideWaiver: {
    reach: 'one booking',
    one: ({ unpaid: { id } }) => ({
      id,
      asked: { params: { id }, body: { place: 99, agrees: true } },
    }),
    open: ['state admin', 'zonal head'],
    call: async (scene) => ({
      params: { id: await waiverOf(scene) },
      body: { place: 1, agrees: true },
    }),
    writes: [
      [
        'booking.obligation-waived',
        { obligation: 1, state: 'waiver asked' },
        { ...one, state: 'waived' },
      ],
    ],
  },
  reopenObligation: {
    reach: 'one booking',
    one: ({ unpaid: { id } }) => ({
      id,
      asked: { params: { id }, body: { place: 99, reason: 'It stands elsewhere.' } },
    }),
    open: ['state admin', 'zonal head'],
    call: async (scene) => ({
      params: { id: await doneOf(scene) },
      body: { place: 1, reason: 'It stands elsewhere.' },
    }),
    writes: [
      [
        'booking.obligation-reopened',
        { obligation: 1, state: 'done' },
        { ...one, state: 'open', reason: 'It stands elsewhere.' },
      ],
    ],
  },
} satisfies Record<string, Row>;
