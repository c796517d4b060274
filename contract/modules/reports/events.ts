import type { DecisionKind } from '../../decisions.ts';

/** The module writes these events into the audit trail. */
export const events = {
  'report.exported': 'Report exported',
  'report-rows.exported': 'Records behind a figure exported',
  'place.noted': 'Work at a black spot recorded',
  'report.schedule-set': 'Report schedule set',
  'report.schedule-ended': 'Report schedule ended',
  'question.listed': 'Viewed the list of questions about records',
  'question.looked-at': 'Viewed a question about records',
  'question.added': 'Answered a question about records',
} as const satisfies Record<string, string>;

/** Two people decide these: one proposes, another confirms. */
export const decisions = {
  closing: {
    needs: 'close reports',
    made: 'proposed',
    steps: {
      proposed: { event: 'report.closing-proposed', words: 'Closing proposed' },
      confirmed: { event: 'report.closed', words: 'Report closed' },
      refused: { event: 'report.closing-refused', words: 'Closing refused' },
      'taken back': { event: 'report.closing-taken-back', words: 'Proposed closing taken back' },
    },
    queue: {
      title: 'Reports to close',
      all: '/reports',
      addressOf: ({ id, report, organisation, zone, from, to }) => [
        '/reports',
        {
          kind: report,
          organisation,
          ...(zone !== null && { zone }),
          ...(report === 'unp' ? { at: to } : { from, to }),
          closing: id,
        },
      ],
    },
  },
} as const satisfies Record<string, DecisionKind>;
