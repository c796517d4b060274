import pg from 'pg';
import { expect, vi } from 'vitest';
import { listBookings } from '#contract/bookings.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import { checkBooking } from '#contract/payments.ts';
import type { Role } from '#contract/roles.ts';
import { readConfig } from '#server/config/config.ts';
import { openJobs } from '#server/db/queues.ts';
import { findTroubles } from '#server/features/alarms/queries.ts';
import { dueQueue } from '#server/features/payments/jobs.ts';
import { foldFigures } from '#server/figures/figures.ts';
import { openFileParts } from '#server/gateways/file-parts.ts';
import { openFileStore } from '#server/gateways/file-store.ts';
import { allParts } from '#server/modules.ts';
import { pruneAll } from '#server/pruning.ts';
import type { Scene } from '#tests/api/endpoints/endpoint-row.ts';
import { type EndpointName, table } from '#tests/api/endpoints/endpoint-table.ts';
import { asGuest, openSession } from './client.ts';
import { makeAccount } from './factories.ts';
import { billed, booked, bookedWithBill, payOnline, until } from './journey.ts';
import { idsReceived, listen } from './live-listener.ts';
import { ticketCodeOf } from './raw-bookings.ts';
import type { TestApp } from './test-app.ts';

/** What people of an organisation do all day, and every statement that PostgreSQL is asked for it. */
export interface DailyWork {
  /** Every endpoint, every kind of list, a booking from its ticket to its payment, and the chores. */
  doAll(): Promise<void>;
  /** What was asked so far, each wording with the values that it first came with. */
  asked(): ReadonlyMap<string, readonly unknown[]>;
  end(): void;
}

export async function openDailyWork(app: TestApp): Promise<DailyWork> {
  const query = vi.spyOn(pg.Client.prototype, 'query');
  const scene = await sceneOf(app);
  return {
    async doAll() {
      await callEverything(scene);
      await bookAndPay(scene);
      await doChores(app);
    },
    asked() {
      const found = new Map<string, readonly unknown[]>();
      // The spy knows one of the many ways in which pg is called.
      for (const [given, values] of query.mock.calls as unknown[][]) {
        const config = given as { readonly text?: string; readonly values?: unknown[] };
        const text = typeof given === 'string' ? given : (config.text ?? '');
        if (!found.has(text))
          found.set(text, Array.isArray(values) ? values : (config.values ?? []));
      }
      return found;
    },
    end: () => query.mockRestore(),
  };
}

async function sceneOf(app: TestApp): Promise<Scene> {
  const callerOf = async (role: Exclude<Role, 'guest'>, zone: string | null = null) => {
    const { id, email } = await makeAccount(app.db, role, { zone });
    return { id, ...(await openSession(app.url, email)) };
  };
  const callers = {
    'state admin': await callerOf('state admin'),
    'zonal head': await callerOf('zonal head', 'Zaria'),
    'booking officer': await callerOf('booking officer'),
    operator: await callerOf('operator'),
    observer: await callerOf('observer'),
    // Sees every organisation, but only of the demo: nobody's daily work.
    guest: { id: 'guest', token: '', client: asGuest(app.url) },
  };
  const officer = callers['booking officer'].client;
  const demoBooking = await bookedWithBill(officer);
  return { app, officer, callers, demoBooking };
}

async function doChores(app: TestApp): Promise<void> {
  await sweep(app);
  await foldFigures(app.db, 1);
  await findTroubles(app.db);
  await pruneAll(
    {
      db: app.db,
      store: await openFileStore(app),
      parts: await openFileParts(app),
      config: { ...readConfig({}), dataDir: app.dataDir },
      log: { error: expect.unreachable },
    },
    allParts,
  );
}

/** Has the bills looked after now: by its schedule that may happen at any moment, or not at all. */
async function sweep(app: TestApp): Promise<void> {
  const boss = openJobs(app.ownerUrl);
  await boss.start();
  await boss.send(dueQueue.name, null);
  await boss.stop({ graceful: false });
}

const daily: readonly Role[] = ['state admin', 'zonal head', 'booking officer', 'operator'];

/** Each endpoint as the roles of an organisation call it. */
async function callEverything(scene: Scene): Promise<void> {
  for (const [name, endpoint] of Object.entries(endpoints) as [EndpointName, Endpoint][]) {
    if ('stream' in endpoint) continue;
    const { open, call } = table[name];
    for (const role of daily) {
      if (open !== 'public' && !open.includes(role)) continue;
      const { client = scene.callers[role].client, ...request } = await call(scene, role);
      await client.call(endpoint, request);
    }
  }
}

const lists: readonly Record<string, string>[] = [
  { _boolpaid: 'false' },
  { _boolpaid: 'true', _boolcompleted: 'false' },
  { _boolcompleted: 'true' },
  { withdrawn: 'true' },
  { page: '30' },
  { sort: 'createdAt' },
  { sort: '-price' },
  { from: '2026-03-01', to: '2026-03-31' },
  { by: 'paid', from: '2026-03-01', to: '2026-03-31' },
  { by: 'cleared', from: '2026-03-01', to: '2026-03-31' },
  { _searchname: 'musa' },
  { _searchname: 'a' },
  { _searchname: '%%%' },
  { _searchname: 'ABC-123DE' },
  { _searchname: '0900 555 0142' },
  { offence: 'LGC-16' },
  { bookedBy: 'officer' },
  { vehicleType: 'Private', min: '6000' },
];

/** From the ticket to the payment, heard in a stream that breaks off and goes on. */
async function bookAndPay({ app, officer, callers }: Scene): Promise<void> {
  const { token } = await openSession(app.url, (await makeAccount(app.db, 'state admin')).email);
  const heard = await listen({ url: app.url, token });
  const { _id: id } = await booked(officer);
  await until('the booking is heard of', () =>
    Promise.resolve(idsReceived(heard.received, 'made').includes(id)),
  );
  await heard.cut();
  const { billRef } = await billed(officer, id);
  await payOnline(officer, billRef);
  await officer.ok(checkBooking, { params: { id } });
  const resumed = await listen({ url: app.url, token, lastEventId: heard.lastId() });
  await until('the payment is heard of', () =>
    Promise.resolve(idsReceived(resumed.received, 'paid').includes(id)),
  );
  await resumed.cut();
  for (const query of lists) await callers['zonal head'].client.ok(listBookings, { query });
  await fetch(`${app.url}/t/${await ticketCodeOf(app.db, id)}`);
}
