import { ulid } from 'ulid';
import { expect } from 'vitest';
import { aView, keptView } from '#tests/support/kept-views.ts';
import { nothing, type Row, someText, staff } from './endpoint-row.ts';

/** The calls about saved views of lists. */
export const viewRows = {
  listViews: { reach: "one's own", open: staff, call: nothing, writes: [] },
  createView: {
    reach: "one's own",
    alone: 'it is one’s own view of a list',
    open: staff,
    status: 201,
    call: () => Promise.resolve({ body: aView() }),
    writes: [
      [
        'view.saved',
        null,
        { screen: 'unpaid', name: someText, query: 'zone=Zaria', shared: false },
      ],
    ],
  },
  updateView: {
    reach: "one's own",
    alone: 'it is one’s own view of a list',
    open: staff,
    call: async ({ callers }, role) => {
      const id = role === 'guest' ? ulid() : await keptView(callers[role].client);
      return { params: { id }, body: { shared: true } };
    },
    writes: [
      [
        'view.changed',
        { name: someText, query: 'zone=Zaria', shared: false },
        { name: someText, query: 'zone=Zaria', shared: true },
      ],
    ],
  },
  removeView: {
    reach: "one's own",
    alone: 'it is one’s own view of a list',
    open: staff,
    call: async ({ callers }, role) => ({
      params: { id: role === 'guest' ? ulid() : await keptView(callers[role].client) },
    }),
    writes: [['view.removed', expect.objectContaining({ query: 'zone=Zaria' }), null]],
  },
} satisfies Record<string, Row>;
