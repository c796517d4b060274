import { readFileSync } from 'node:fs';
import { listBookings } from '#contract/bookings.ts';
import { listCollisions } from '#contract/collisions.ts';
import { listUsers } from '#contract/users.ts';
import { type Client, openSession } from '../support/client.ts';
import { makeAccount } from '../support/factories.ts';
import { dialogs } from './support/axe-dialogs.ts';
import { type Cell, cellsOf, type Records, schemes, sizes } from './support/axe-matrix.ts';
import { popovers } from './support/axe-popovers.ts';
import { findings } from './support/axe-run.ts';
import { listScreens, screens } from './support/axe-screens.ts';
import { walkThrough } from './support/axe-walk.ts';
import type { RunningServer } from './support/server.ts';
import { expect, refused, test, unreachable } from './support/test.ts';

/** A zone of Kaduna in which nothing was ever recorded. */
const emptyZone = 'Sanga';

// Dozens of pages without a step worth replaying.
test.use({ trace: 'off' });

const viewports = {
  desktop: { viewport: { width: 1440, height: 900 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
} as const;

const places = [...screens, ...listScreens, ...dialogs, ...popovers];

test('every screen of the product stands in the matrix', () => {
  const routes = readFileSync(new URL('../../web/app/routes.tsx', import.meta.url), 'utf8');
  const paths = [...routes.matchAll(/path: '(\/[^']*)'/g)].map(([, path]) => path);
  const example = { unpaid: '', paid: '', completed: '', collision: '', user: '', plate: '' };
  const listed = places.map(({ address }) => {
    const at = typeof address === 'string' ? address : address({ ...example, ticket: '' });
    return new URL(at, 'http://localhost').pathname;
  });
  expect(paths.length).toBeGreaterThan(15);
  expect(paths.filter((path) => path !== undefined && !listed.includes(path))).toEqual([]);
});

for (const size of sizes) {
  test.describe(`on a ${size}`, () => {
    test.use(viewports[size]);

    for (const place of places) {
      const listed = cellsOf(place, size);
      if (listed.length === 0) continue;

      test(`axe finds nothing: ${place.name}`, async ({
        page,
        server,
        signIn,
        store,
        complaints,
      }) => {
        for (const pattern of [
          unreachable,
          refused(401),
          refused(404),
          refused(500),
          /ERR_INTERNET_DISCONNECTED/,
        ])
          complaints.allow(pattern);
        const { client } = await signIn(place.as === 'nobody' ? 'state admin' : place.as);
        if (place.as === 'nobody') await store({ jwtToken: '' });
        const walked: Cell[] = [];
        const found: string[] = [];
        await walkThrough(place, {
          page,
          size,
          records: await recordsFor(server, client),
          async enterEmptyZone() {
            const { email } = await server.query((db) =>
              makeAccount(db, 'state admin', { zone: emptyZone }),
            );
            await store({ jwtToken: (await openSession(server.url, email)).token });
          },
          async onReached(state) {
            for (const scheme of schemes) {
              const cell = { place: place.name, size, state, scheme };
              const lines = await findings(page, scheme);
              found.push(...lines.map((line) => `${state}, ${scheme}: ${line}`));
              walked.push(cell);
            }
          },
        });
        expect(walked).toEqual(listed);
        expect(found.join('\n')).toBe('');
      });
    }
  });
}

/** One record of each kind. */
async function recordsFor(server: RunningServer, client: Client): Promise<Records> {
  const first = async (paid: boolean, completed: boolean) => {
    const query = { limit: '20', _boolpaid: String(paid), _boolcompleted: String(completed) };
    const { data } = await client.ok(listBookings, { query });
    const booking = data.find(({ registration }) => registration !== '');
    if (!booking) throw new Error('The demo has bookings of every kind.');
    return booking;
  };
  const unpaid = await first(false, false);
  const { data } = await client.ok(listCollisions, { query: { limit: '1' } });
  const users = await client.ok(listUsers, { query: { limit: '1', _searchfirstName: 'a' } });
  const ticket = await server.query((db) =>
    db
      .selectFrom('bookings')
      .select('ticket_code')
      .where('id', '=', unpaid._id)
      .executeTakeFirstOrThrow(),
  );
  return {
    unpaid: unpaid._id,
    paid: (await first(true, false))._id,
    completed: (await first(true, true))._id,
    collision: data[0]?._id ?? '',
    user: users.data[0]?.id ?? '',
    plate: unpaid.registration,
    ticket: ticket.ticket_code,
  };
}
