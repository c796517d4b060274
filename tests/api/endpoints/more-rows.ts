import { ulid } from 'ulid';
import { expect } from 'vitest';
import { changeLogo } from '#contract/contacts.ts';
import { exceptionRegister } from '#contract/exceptions.ts';
import { dayOf } from '#server/time.ts';
import { phone, plate } from '#tests/api/scope/reach-scene.ts';
import { anImage } from '#tests/support/collisions.ts';
import { anException } from '#tests/support/exceptions.ts';
import { asOwner, makeAccount } from '#tests/support/factories.ts';
import { aSpeakersFile } from '#tests/support/languages.ts';
import { aProposal } from '#tests/support/proposals.ts';
import type { TestApp } from '#tests/support/test-app.ts';
import {
  everyone,
  exporters,
  nothing,
  recorders,
  registerRows,
  type Row,
  someText,
} from './endpoint-row.ts';

const chosenHausa = { offered: ['ha'], showsUnconfirmed: true, plainLetters: false };

/** Today in Lagos, from and to. */
const today = () => {
  const day = dayOf(new Date());
  return { from: day, to: day };
};

/** The calls that no other file has. */
export const moreRows = {
  ...registerRows('Exceptions', exceptionRegister, {
    reach: 'the exceptions',
    shows: ['exception'],
    open: ['state admin', 'zonal head', 'observer'],
  }),
  settleException: {
    reach: 'one exception',
    one: ({ exception: { id } }) => ({
      id,
      asked: { params: { id }, body: { decision: 'noted', reason: 'The bank returned it.' } },
    }),
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
    reach: 'one exception',
    one: ({ exception: { id } }) => ({
      id,
      asked: { params: { id }, body: { agrees: true, proposedAt: new Date().toISOString() } },
    }),
    open: ['state admin', 'zonal head'],
    call: async ({ app, officer }) => {
      const id = await anException(app.db, officer);
      const { id: by } = await makeAccount(app.db, 'state admin');
      const proposal = await aProposal(app, {
        kind: 'settlement',
        subject: id,
        body: { decision: 'noted', billRef: null },
        reason: 'Returned.',
        by,
      });
      const { proposed_at } = await app.db
        .selectFrom('proposals')
        .select('proposed_at')
        .where('id', '=', proposal)
        .executeTakeFirstOrThrow();
      return { params: { id }, body: { agrees: true, proposedAt: proposed_at.toISOString() } };
    },
    writes: [['exception.settled', { decision: 'noted', reason: 'Returned.' }, { settled: true }]],
  },
  readMyDay: { reach: "one's own", open: recorders, call: nothing, writes: [] },
  putShift: {
    reach: "one's own",
    alone: 'a shift counts nothing',
    open: recorders,
    call: () => {
      const body = { beganAt: new Date().toISOString(), endedAt: null };
      return Promise.resolve({ params: { id: ulid() }, body });
    },
    writes: [['user.shift-begun', null, expect.objectContaining({ shift: someText })]],
  },
  listCashUp: {
    reach: 'the bookings',
    many: { asked: { query: today() }, shows: [] },
    open: exporters,
    call: () => Promise.resolve({ query: today() }),
    writes: [],
  },
  listOftenUsed: { reach: "one's own", open: recorders, call: nothing, writes: [] },
  listOffences: { reach: 'the same for all', open: everyone, call: nothing, writes: [] },
  listPlaces: { reach: 'the same for all', open: everyone, call: nothing, writes: [] },
  readContacts: {
    reach: 'an organisation',
    open: everyone,
    call: () => Promise.resolve({ query: { organisation: 'Kaduna' } }),
    writes: [],
  },
  changeContacts: {
    reach: 'an organisation',
    alone: 'it says where the authority is found, and costs nobody anything',
    open: ['state admin'],
    call: () => Promise.resolve({ body: { phone: '0700 555 0100' } }),
    writes: [
      [
        'organisation.contacts-changed',
        expect.objectContaining({ office: '' }),
        { name: '', phone: '0700 555 0100', whatsapp: '', office: '', hours: '', bring: '' },
      ],
    ],
  },
  readLanguages: { reach: 'an organisation', open: ['state admin'], call: nothing, writes: [] },
  listOfferedLanguages: {
    reach: 'an organisation',
    open: everyone,
    call: () => Promise.resolve({ query: { organisation: 'Kaduna' } }),
    writes: [],
  },
  changeLanguages: {
    reach: 'an organisation',
    alone: 'it says in which languages drivers read, and costs nobody anything',
    open: ['state admin'],
    call: () => Promise.resolve({ body: chosenHausa }),
    // The call before may have chosen them.
    writes: [['organisation.languages-changed', expect.anything(), chosenHausa]],
  },
  exportLanguage: {
    reach: 'an organisation',
    open: ['state admin'],
    call: () => Promise.resolve({ params: { language: 'ha' } }),
    writes: [],
  },
  importLanguage: {
    reach: 'an organisation',
    alone: 'it confirms a translation, beside which the English text stands and holds',
    open: ['state admin'],
    call: () =>
      Promise.resolve({
        params: { language: 'ha' },
        body: { speaker: 'Malam Sani' },
        files: [{ field: 'file', content: aSpeakersFile('ha', { Paid: ['An biya'] }) }],
      }),
    writes: [
      [
        'organisation.language-confirmed',
        null,
        { language: 'ha', speaker: 'Malam Sani', sentences: expect.anything() as unknown },
      ],
    ],
  },
  readCatalogue: {
    reach: 'an organisation',
    open: everyone,
    // A guest reads what the demo offers.
    call: async ({ app }) => {
      await offerHausa(app);
      return { params: { language: 'ha' }, query: { organisation: 'Kaduna' } };
    },
    writes: [],
  },
  readCatalogueForAll: {
    reach: 'before sign-in',
    open: 'public',
    call: async ({ app }) => {
      await offerHausa(app);
      return { params: { language: 'ha' } };
    },
    writes: [],
  },
  readLogo: {
    reach: 'an organisation',
    open: everyone,
    call: () => Promise.resolve({ query: { organisation: 'Kaduna' } }),
    writes: [],
  },
  changeLogo: {
    reach: 'an organisation',
    alone: 'it is a picture on papers, and costs nobody anything',
    open: ['state admin'],
    call: async () => ({ body: {}, files: [await anImage('logo')] }),
    // The call before may have set one.
    writes: [['organisation.logo-changed', expect.anything(), { logo: someText }]],
  },
  removeLogo: {
    reach: 'an organisation',
    alone: 'papers carry another mark, and cost nobody anything',
    open: ['state admin'],
    call: async ({ callers }) => {
      const files = [await anImage('logo')];
      await callers['state admin'].client.ok(changeLogo, { body: {}, files });
      return {};
    },
    writes: [['organisation.logo-changed', { logo: someText }, { logo: null }]],
  },
  readSetup: { reach: 'an organisation', open: ['state admin'], call: nothing, writes: [] },
  takeSetupStep: {
    reach: 'an organisation',
    alone: 'it mails oneself, or puts a list of hints away',
    open: ['state admin'],
    call: () => Promise.resolve({ body: { step: 'mail' } }),
    writes: [['organisation.set-up', null, { step: 'mail' }]],
  },
  listActivities: {
    reach: 'the bookings and collisions',
    many: { asked: { query: { limit: '100' } }, shows: ['unpaid', 'paid', 'collision'] },
    open: everyone,
    call: nothing,
    writes: [],
  },
  readMap: {
    reach: 'the bookings and collisions',
    many: { asked: {}, shows: [] },
    open: everyone,
    call: nothing,
    writes: [],
  },
  readPlaceNames: {
    reach: 'the bookings and collisions',
    many: { asked: {}, shows: [] },
    open: everyone,
    call: nothing,
    writes: [],
  },
  liveBookings: { reach: 'the bookings and collisions', open: everyone, call: nothing, writes: [] },
  readDossier: {
    reach: 'the bookings and collisions',
    many: {
      asked: { query: { of: 'plate', value: plate } },
      shows: ['unpaid', 'paid', 'collision'],
    },
    open: everyone,
    call: () => Promise.resolve({ query: { of: 'plate', value: 'ABC-123DE' } }),
    writes: [],
  },
  readKnown: {
    reach: 'the bookings and collisions',
    many: { asked: { query: { of: 'phone', value: phone } }, shows: [] },
    open: everyone,
    call: () => Promise.resolve({ query: { of: 'phone', value: '0900 555 0142' } }),
    writes: [],
  },
  readKnownPlates: {
    reach: 'the bookings',
    many: { asked: {}, shows: ['unpaid'] },
    open: recorders,
    call: nothing,
    writes: [],
  },
  exportPerson: {
    reach: 'the bookings and collisions',
    alone: 'it is a copy',
    many: {
      asked: { body: { of: 'plate', value: plate } },
      shows: ['unpaid', 'paid', 'collision'],
    },
    open: ['state admin'],
    call: () => Promise.resolve({ body: { of: 'plate', value: 'QQQ-777QQ' } }),
    writes: [['person.exported', null, { of: 'plate', bookings: 0, collisions: 0 }]],
  },
} satisfies Record<string, Row>;

const offerHausa = (app: TestApp) =>
  asOwner(
    app,
    `insert into language_choices
       (organisation, demo, offered, shows_unconfirmed, plain_letters, changed_by)
     select distinct on (demo) 'Kaduna', demo, '{ha}'::text[], true, false, id from users
     on conflict (organisation, demo) do update set offered = '{ha}'`,
  );
