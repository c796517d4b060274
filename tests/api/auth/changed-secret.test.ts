import { afterAll, beforeAll, expect, test } from 'vitest';
import { readSession } from '#contract/security.ts';
import { anotherInstance, type Instance } from '#tests/support/another-instance.ts';
import { createClient, openSession } from '#tests/support/client.ts';
import { makeAccount } from '#tests/support/factories.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

const [old, young] = ['Qm4vT8xZr2Lw9sKd7nPf3gHj6bYc5aVe', 'Zp5tR8wXq1Nv3mKc7bHf2jLd6gYs9aTe'];
let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const step = (secret: string, previous?: string) => ({
  JWT_SECRET: secret,
  ...(previous && { JWT_SECRET_PREVIOUS: previous }),
});

test('while a secret is changed on two servers, one after the other, each takes what the other signed', async () => {
  const steps = [step(old), step(old, young), step(young, old), step(young)];
  const { email } = await makeAccount(app.db, 'booking officer');
  const servers: Instance[] = [];
  const tokens: string[] = [];
  for (const next of steps) {
    for (const place of [0, 1]) {
      await servers[place]?.stop();
      servers[place] = await anotherInstance(app, next);
      tokens[place] = (await openSession(servers[place].url, email)).token;
      // Both sign-ins hold on both servers, whichever was restarted last.
      for (const { url } of servers)
        for (const token of tokens) await createClient(url, token).ok(readSession);
    }
  }
  await Promise.all(servers.map((one) => one.stop()));
});

test('who skips the first step has a server that refuses what the other signed', async () => {
  const { email } = await makeAccount(app.db, 'booking officer');
  const [here, there] = await Promise.all([
    anotherInstance(app, step(young, old)),
    anotherInstance(app, step(old)),
  ]);
  const { token } = await openSession(here.url, email);
  expect((await createClient(there.url, token).call(readSession)).status).toBe(401);
  await Promise.all([here.stop(), there.stop()]);
});
