import { expect } from 'vitest';
import { dayOf } from '#server/time.ts';
import { aDuty } from '#tests/support/duties.ts';
import { asOwner, makeAccount } from '#tests/support/factories.ts';
import { aProposal } from '#tests/support/proposals.ts';
import { type Row, type Scene, someText, staff } from './endpoint-row.ts';

const today = { from: dayOf(new Date()), to: dayOf(new Date()) };

const aHolder = async ({ app }: Scene) => (await makeAccount(app.db, 'operator')).id;
const anAdmin = async ({ app }: Scene) => (await makeAccount(app.db, 'state admin')).id;

/** Switches questions on in Kaduna, and gives a caller the duty of a reviewer. */
async function reviews(scene: Scene, role: keyof Scene['callers']): Promise<void> {
  const user = scene.callers[role].id;
  await asOwner(scene.app, `delete from duties where ended_at is null`);
  const both = { by: await anAdmin(scene), decidedBy: await anAdmin(scene) };
  await aDuty(scene.app, both);
  if (role !== 'guest') await aDuty(scene.app, { ...both, user });
}

/** Questions are switched on in Kaduna. */
async function aSwitch(scene: Scene): Promise<string> {
  await asOwner(scene.app, `delete from duties where ended_at is null`);
  return aDuty(scene.app, { by: await anAdmin(scene), decidedBy: await anAdmin(scene) });
}

const toSwitchOff = ({ app }: Scene, subject: string, by: string) =>
  aProposal(app, {
    kind: 'switch-off',
    subject,
    body: { duty: 'questions', until: null },
    reason: 'It is moved to another office.',
    by,
  });

const dutyAs = (state: string) => ({
  proposal: someText,
  duty: 'reviewer',
  organisation: 'Kaduna',
  until: null,
  state,
});
const waiting = { proposal: someText, state: 'waiting' };

/** The calls about duties, and questions about records. */
export const questionRows = {
  listDuties: {
    reach: 'an organisation',
    open: ['state admin', 'observer'],
    call: () => Promise.resolve({ query: {} }),
    writes: [],
  },
  proposeDuty: {
    reach: 'an organisation',
    open: ['state admin'],
    call: async (scene) => ({ body: { duty: 'reviewer', user: await aHolder(scene) } }),
    writes: [['duty.proposed', null, dutyAs('waiting')]],
  },
  decideDuty: {
    reach: 'one proposal',
    open: ['state admin'],
    call: async (scene) => {
      const stands = { user: await aHolder(scene), by: await anAdmin(scene) };
      return { params: { id: await aDuty(scene.app, stands) }, body: { agrees: true } };
    },
    writes: [['duty.given', waiting, dutyAs('in force')]],
  },
  endDuty: {
    reach: 'one proposal',
    alone: 'it only takes away',
    open: ['state admin'],
    call: async (scene) => {
      const by = await anAdmin(scene);
      const stands = { user: await aHolder(scene), by, decidedBy: await anAdmin(scene) };
      return { params: { id: await aDuty(scene.app, stands) } };
    },
    writes: [['duty.ended', { proposal: someText, state: 'in force' }, dutyAs('ended')]],
  },
  proposeSwitchOff: {
    reach: 'one proposal',
    open: ['state admin'],
    call: async (scene) => ({
      params: { id: await aSwitch(scene) },
      body: { reason: 'It is moved to another office.' },
    }),
    writes: [
      [
        'switch.off-proposed',
        null,
        {
          ending: someText,
          duty: 'questions',
          state: 'waiting',
          reason: 'It is moved to another office.',
        },
      ],
    ],
  },
  decideSwitchOff: {
    reach: 'one proposal',
    open: ['state admin'],
    call: async (scene) => {
      const id = await aSwitch(scene);
      await toSwitchOff(scene, id, await anAdmin(scene));
      return { params: { id }, body: { agrees: true } };
    },
    writes: [
      [
        'duty.ended',
        { proposal: someText, state: 'in force' },
        { ...dutyAs('ended'), duty: 'questions', ending: someText },
      ],
    ],
  },
  takeBackSwitchOff: {
    reach: 'one proposal',
    alone: 'it is one’s own proposal',
    open: ['state admin'],
    call: async (scene, role) => {
      const id = await aSwitch(scene);
      const { id: caller } = scene.callers[role];
      await toSwitchOff(scene, id, role === 'guest' ? await anAdmin(scene) : caller);
      return { params: { id } };
    },
    writes: [
      [
        'switch.off-taken-back',
        { ending: someText, state: 'waiting' },
        { ending: someText, state: 'taken back' },
      ],
    ],
  },
  listQuestions: {
    reach: 'an organisation',
    alone: 'two gave the duty, and it changes nothing',
    open: staff,
    call: async (scene, role) => {
      await reviews(scene, role);
      return { query: { ...today, of: 'others' } };
    },
    writes: [['question.listed', null, { ...today, of: 'others', officers: [] }]],
  },
  readQuestion: {
    reach: 'the questions about one officer',
    alone: 'two gave the duty, and it changes nothing',
    open: staff,
    call: async (scene, role) => {
      await reviews(scene, role);
      const params = { signal: 'withdrawn', officer: await aHolder(scene) };
      return { params, query: { ...today, zone: 'Zaria' } };
    },
    writes: [['question.looked-at', null, { ...today, zone: 'Zaria', signal: 'withdrawn' }]],
  },
  addToQuestion: {
    reach: 'the questions about one officer',
    alone: 'it is an answer about one’s own records, or words of a holder of the duty',
    open: staff,
    call: async (scene, role) => {
      await reviews(scene, role);
      const params = { signal: 'withdrawn', officer: scene.callers[role].id };
      return { params, body: { ...today, zone: 'Zaria', kind: 'answer', words: 'So it was.' } };
    },
    writes: [
      [
        'question.added',
        null,
        { entry: someText, signal: 'withdrawn', sha256: expect.any(String) as unknown, rows: 0 },
      ],
    ],
  },
} satisfies Record<string, Row>;
