import { expect } from 'vitest';
import { listBookings } from '#contract/bookings.ts';
import { anotherInstance } from '#tests/support/another-instance.ts';
import { test as base } from '#tests/support/scene.ts';

const test = base.extend('env', { DEMO: 'off' });

test('what the API answers is kept by nobody, and loads and runs nothing', async ({
  app,
  officer,
}) => {
  const headers = { authorization: `Bearer ${officer.token}` };
  const list = await fetch(app.url + listBookings.path, { headers });
  expect(list.status).toBe(200);
  const others = [listBookings.path, '/api/v1/nothing', '/%', '/health/live'];
  const answers = await Promise.all(others.map((path) => fetch(app.url + path)));
  expect(answers.map(({ status }) => status)).toEqual([401, 404, 400, 200]);
  for (const answer of [list, ...answers]) {
    expect(answer.headers.get('cache-control'), answer.url).toBe('no-store');
    expect(answer.headers.get('content-security-policy'), answer.url).toContain(
      "default-src 'none'; frame-ancestors 'none'",
    );
    expect(answer.headers.get('permissions-policy'), answer.url).toContain('camera=()');
    expect(answer.headers.get('x-content-type-options'), answer.url).toBe('nosniff');
  }
});

test('once people come over HTTPS their browsers keep to it, whatever is answered', async ({
  app,
}) => {
  const secure = await anotherInstance(app, {
    DEMO: 'off',
    PUBLIC_URL: 'https://hanya.example',
  });
  try {
    for (const path of [
      '/',
      listBookings.path,
      '/api/v1/nothing',
      '/%',
      '/health/live',
      '/files/1',
    ]) {
      const header = (url: string) =>
        fetch(url + path).then(({ headers }) => headers.get('strict-transport-security'));
      expect(await header(secure.url), path).toBe('max-age=31536000; includeSubDomains');
      expect(await header(app.url), path).toBeNull();
    }
  } finally {
    await secure.stop();
  }
});

test('the description of the calls is open in a demo only', async ({ app }) => {
  for (const path of ['/api/docs', '/api/docs/json'])
    expect((await fetch(app.url + path)).status).toBe(404);
});
