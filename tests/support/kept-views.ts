import { ulid } from 'ulid';
import type { z } from 'zod';
import { createView } from '#contract/views.ts';
import type { Client } from '#tests/support/client.ts';

type SentView = z.input<typeof createView.body>;

/** A view as a screen sends it: the unpaid bookings of Zaria, under a name of its own. */
export const aView = (changes: Partial<SentView> = {}): SentView => ({
  name: `View ${ulid()}`,
  screen: 'unpaid',
  query: 'zone=Zaria',
  ...changes,
});

/** Saves a view and answers its id. */
export async function keptView(client: Client, changes?: Partial<SentView>): Promise<string> {
  return (await client.ok(createView, { body: aView(changes) })).data._id;
}
