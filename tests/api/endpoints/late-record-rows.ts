import { expect } from 'vitest';
import { lateRecordRegister } from '#contract/late-record-register.ts';
import { aLateRecord, aTakenOutRecord } from '#tests/support/late-records.ts';
import { nothing, recorders, registerRows, type Row, someText } from './endpoint-row.ts';

const seers = ['state admin', 'zonal head', 'observer'] as const;

/** The calls about records that were long on their way, or taken out of a device. */
export const lateRecordRows = {
  ...registerRows('LateRecords', lateRecordRegister, {
    reach: 'the late records',
    shows: ['late'],
    open: seers,
  }),
  countLateRecords: {
    reach: 'the late records',
    many: { asked: {}, shows: [] },
    open: seers,
    call: nothing,
    writes: [],
  },
  listTakenOutRecords: {
    reach: 'the late records',
    many: { asked: {}, shows: [] },
    open: seers,
    call: nothing,
    writes: [],
  },
  readLateRecord: {
    reach: 'one late record',
    one: ({ late: { id } }) => ({ id, asked: { params: { id } } }),
    open: seers,
    call: async ({ app, officer }) => {
      const id = await aLateRecord(officer);
      await app.owner
        .updateTable('late_records')
        .set({ demo: true })
        .where('id', '=', id)
        .execute();
      return { params: { id } };
    },
    writes: [],
  },
  decideLateRecord: {
    reach: 'one late record',
    one: ({ late: { id } }) => ({
      id,
      asked: { params: { id }, body: { letIn: true, reason: 'The bridge was closed.' } },
    }),
    open: ['state admin', 'zonal head'],
    call: async ({ officer }) => ({
      params: { id: await aLateRecord(officer) },
      body: { letIn: true, reason: 'The bridge was closed for four days.' },
    }),
    writes: [
      [
        'record.let-in',
        { letIn: null },
        {
          letIn: true,
          reason: 'The bridge was closed for four days.',
          officer: someText,
          madeAt: someText,
        },
      ],
    ],
  },
  takeOutRecord: {
    reach: 'a new late record',
    alone: 'it is one’s own record',
    open: recorders,
    status: 201,
    call: () => Promise.resolve({ body: aTakenOutRecord() }),
    writes: [
      ['record.taken-out', null, expect.objectContaining({ kind: 'booking', toldPrice: 12_000 })],
    ],
  },
} satisfies Record<string, Row>;
