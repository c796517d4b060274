import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { failureSchema } from '#contract/answers.ts';
import { guestToken } from '#contract/auth.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import { staffRoles } from '#contract/roles.ts';
import { verifyAudit } from '#server/trail.ts';
import { formOf, openSession } from '#tests/support/client.ts';
import { anImage, recorded } from '#tests/support/collisions.ts';
import { anException } from '#tests/support/exceptions.ts';
import { makeAccount } from '#tests/support/factories.ts';
import { bookedWithBill, payAtGateway } from '#tests/support/journey.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { type FuzzedRequest, type Known, requestsTo } from './requests.ts';

// A long run by hand: npm run proofs -- fuzz 50000
const count = Number(process.env['FUZZ'] ?? 600);
const seed = Number(process.env['FUZZ_SEED'] ?? Date.now() % 1_000_000);
const atOnce = 8;

const names = Object.keys(endpoints) as (keyof typeof endpoints)[];
const callers = ['nobody', 'a forged token', 'guest', ...staffRoles] as const;
type CallerName = (typeof callers)[number];

let app: TestApp;
let known: Known;
let tokens: Map<CallerName, string>;

beforeAll(async () => {
  app = await startTestApp();
  tokens = new Map<CallerName, string>([['guest', guestToken]]);
  for (const role of staffRoles) await signIn(role);
  const { client } = await openSession(app.url, (await makeAccount(app.db, 'zonal head')).email);
  const unpaid = await bookedWithBill(client);
  const paid = await bookedWithBill(client);
  const { url } = await client.ok(endpoints.startPayment, { body: { billRef: paid.billRef } });
  await payAtGateway(url);
  await client.ok(endpoints.checkBooking, { params: { id: paid._id } });
  const collision = await recorded(client);
  known = [
    unpaid._id,
    unpaid.billRef,
    unpaid.registration,
    unpaid.phoneNo,
    unpaid.license,
    paid._id,
    collision._id,
    await anException(app.db, client),
    'LGC-16',
    'Kaduna',
    'Zaria',
  ];
});
afterAll(() => app.stop());

async function signIn(role: (typeof staffRoles)[number]): Promise<void> {
  const { email } = await makeAccount(app.db, role);
  tokens.set(role, (await openSession(app.url, email)).token);
}

interface Fuzzed {
  readonly name: (typeof names)[number];
  readonly caller: CallerName;
  readonly request: FuzzedRequest;
}

const fuzzed = (): fc.Arbitrary<Fuzzed> =>
  fc.constantFrom(...names).chain((name) =>
    fc.record({
      name: fc.constant(name),
      caller: fc.constantFrom(...callers),
      request: requestsTo(endpoints[name], known),
    }),
  );

async function send({ name, caller, request }: Fuzzed): Promise<Response> {
  const { method, path, files }: Endpoint = endpoints[name];
  const { params, query, body, raw } = request;
  const filled = path.replaceAll(/:(\w+)/g, (_, param: string) =>
    encodeURIComponent((params[param] ?? '').toWellFormed()),
  );
  const search = new URLSearchParams(query.map(([key, value]) => [key, value.toWellFormed()]));
  const token = caller === 'a forged token' ? `eyJhbGciOiJub25lIn0.e30.` : tokens.get(caller);
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body);
  const asForm =
    files && isObject && !raw ? formOf(body, [await aFile(files[0]?.name)]) : undefined;
  const asJson = body === undefined ? undefined : JSON.stringify(body);
  const sent = method === 'GET' ? undefined : (raw?.text ?? asForm ?? asJson);
  return fetch(`${app.url}${filled}?${search.toString()}`, {
    method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(typeof sent === 'string' && { 'content-type': raw?.type ?? 'application/json' }),
    },
    ...(sent !== undefined && { body: sent }),
  });
}

/** Sends it again as often as a busy machine asks for that. */
async function sendPatiently(one: Fuzzed): Promise<Response> {
  const response = await send(one);
  if (response.status !== 503 || !response.headers.has('retry-after')) return response;
  const { code } = failureSchema.parse(await response.clone().json());
  if (code !== 'busy') return response;
  await response.body?.cancel();
  await sleep(1_000);
  return sendPatiently(one);
}

const aFile = async (name: string | RegExp | undefined) =>
  anImage(typeof name === 'string' ? name : 'img');

/** The answer is one that the contract knows; else the sentence says what was wrong with it. */
async function troubleWith(one: Fuzzed): Promise<string | undefined> {
  const { stream, download, response: shape }: Endpoint = endpoints[one.name];
  const response = await sendPatiently(one);
  const { status } = response;
  if (stream && response.ok) {
    await response.body?.cancel();
    return undefined;
  }
  const body = await response.text();
  if (status >= 500) return `${status}: ${body.slice(0, 300)}`;
  if (response.ok && download) return undefined;
  const read = (response.ok ? shape : failureSchema.strict()).safeParse(parsed(body));
  if (!read.success) return `${status} is not as declared: ${read.error.message.slice(0, 300)}`;
  // It signed out, ended its sessions, or has to set up a second factor: somebody else goes on.
  const role = staffRoles.find((each) => each === one.caller);
  if (role && (status === 401 || body.includes('factor_needed'))) {
    await app.owner.deleteFrom('required_factors').execute();
    await signIn(role);
  }
  return undefined;
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return `no JSON: ${body.slice(0, 100)}`;
  }
}

test(`${count} requests from the schemas and beyond them (seed ${seed}) get an answer that the contract knows`, async () => {
  const requests = fc.sample(fuzzed(), { numRuns: count, seed });
  const troubles: unknown[] = [];
  const next = requests.entries();
  const work = async () => {
    for (const [number, one] of next) {
      // Limits of attempts have tests of their own; here they would refuse nearly all.
      if (number % 20 === 0) await app.owner.deleteFrom('attempts').execute();
      const trouble = await troubleWith(one);
      if (trouble) troubles.push({ trouble, ...one });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  expect(troubles.slice(0, 5)).toEqual([]);
  expect((await verifyAudit(app.owner)).findings).toEqual([]);
}, 3_600_000);
