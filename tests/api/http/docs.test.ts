import { Ajv } from 'ajv';
import formats from 'ajv-formats';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import type { Endpoint } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import { anotherInstance } from '#tests/support/another-instance.ts';
import { aBooking } from '#tests/support/factories.ts';
import { makePerson, type Person } from '#tests/support/people.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

const content = z.record(z.string(), z.object({ schema: z.record(z.string(), z.unknown()) }));
const documentSchema = z.object({
  openapi: z.string(),
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.object({
        operationId: z.string(),
        responses: z.record(z.string(), z.object({ content })),
      }),
    ),
  ),
});

let app: TestApp;
let client: Person;
let document: z.infer<typeof documentSchema>;

beforeAll(async () => {
  app = await startTestApp();
  client = await makePerson(app, 'state admin');
  const answer = await fetch(`${app.url}/api/docs/json`);
  document = documentSchema.parse(await answer.json());
});
afterAll(() => app.stop());

function schemaOf(endpoint: Endpoint, status: '2XX' | '4XX'): Record<string, unknown> {
  const path = endpoint.path.replaceAll(/:(\w+)/g, '{$1}');
  const operation = document.paths[path]?.[endpoint.method.toLowerCase()];
  const schema = operation?.responses[status]?.content['application/json']?.schema;
  if (!schema) throw new Error(`${endpoint.path} is not described.`);
  return schema;
}

function fits(schema: Record<string, unknown>, answer: unknown): boolean {
  const ajv = new Ajv({ strict: false });
  formats.default(ajv);
  return ajv.validate(schema, answer);
}

test('every endpoint of the contract is described once', () => {
  const described = Object.values(document.paths).flatMap((path) =>
    Object.values(path).map(({ operationId }) => operationId),
  );
  expect(described.sort()).toEqual(Object.keys(endpoints).sort());
});

test('real answers fit their description, and a spoilt one does not', async () => {
  const made = await client.ok(endpoints.createBooking, { body: aBooking() });
  const params = { id: made.data._id };
  const answers: [Endpoint, unknown][] = [
    [endpoints.createBooking, made],
    [endpoints.readBooking, await client.ok(endpoints.readBooking, { params })],
    [endpoints.listBookings, await client.ok(endpoints.listBookings)],
    [endpoints.checkBooking, await client.ok(endpoints.checkBooking, { params })],
    [endpoints.listOffences, await client.ok(endpoints.listOffences)],
    [endpoints.listPlaces, await client.ok(endpoints.listPlaces)],
    [endpoints.listRevenueHeads, await client.ok(endpoints.listRevenueHeads)],
  ];
  for (const [endpoint, answer] of answers)
    expect({ path: endpoint.path, fits: fits(schemaOf(endpoint, '2XX'), answer) }).toEqual({
      path: endpoint.path,
      fits: true,
    });
  const spoilt = { ...made, data: { ...made.data, price: 'free' } };
  expect(fits(schemaOf(endpoints.createBooking, '2XX'), spoilt)).toBe(false);
});

test('a refusal fits its description', async () => {
  const refused = await client.call(endpoints.createBooking, { body: {} });
  expect(refused.status).toBe(400);
  expect(fits(schemaOf(endpoints.createBooking, '4XX'), refused.body)).toBe(true);
});

test('the page of the documentation is served without a session', async () => {
  const page = await fetch(`${app.url}/api/docs/`);
  expect(page.status).toBe(200);
  expect(page.headers.get('content-security-policy')).toContain("default-src 'self'");
});

test('a slow machine has all the time that it needs to load the product', async () => {
  const instance = await anotherInstance(app);
  expect(instance.server.initialConfig.pluginTimeout).toBe(0);
  await instance.stop();
});
