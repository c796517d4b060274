import { aFailedJob } from '#tests/support/failed-jobs.ts';
import { booked } from '#tests/support/journey.ts';
import { nothing, type Row, type Scene, someText } from './endpoint-row.ts';

const failedBill = async ({ app, officer }: Scene) => {
  const { _id: bookingId } = await booked(officer);
  return { params: { id: await aFailedJob(app.owner, 'make-bill', { bookingId }) } };
};

/** The calls about how the installation is doing. */
export const operationRows = {
  reportBreakages: {
    reach: 'before sign-in',
    open: 'public',
    call: () => {
      const cause = { kind: 'render', name: 'TypeError', frames: [] };
      return Promise.resolve({ body: { reports: [{ release: '1.0.0', place: '/', ...cause }] } });
    },
    writes: [],
  },
  readOperations: {
    reach: 'the installation',
    many: { asked: {}, shows: [] },
    open: ['state admin', 'observer'],
    call: nothing,
    writes: [],
  },
  listFailedJobs: {
    reach: 'the installation',
    many: { asked: {}, shows: [] },
    open: ['state admin', 'observer'],
    call: nothing,
    writes: [],
  },
  retryJob: {
    reach: 'the installation',
    alone: 'it does again what was to be done',
    open: ['state admin'],
    call: failedBill,
    writes: [['job.retried', null, { queue: 'make-bill', booking: someText }]],
  },
  handOverJob: {
    reach: 'the installation',
    alone: 'the work that failed stays undone',
    open: ['state admin'],
    call: async (scene) => ({
      ...(await failedBill(scene)),
      body: { reason: 'Billed by hand at the office.' },
    }),
    writes: [
      [
        'job.handed-over',
        null,
        { queue: 'make-bill', booking: someText, reason: 'Billed by hand at the office.' },
      ],
    ],
  },
  listSecurityEvents: {
    reach: 'the installation',
    many: { asked: {}, shows: [] },
    open: ['state admin', 'observer'],
    call: nothing,
    writes: [],
  },
} satisfies Record<string, Row>;
