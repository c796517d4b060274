import { readFileSync } from 'node:fs';
import { get } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { wake } from '#contract/auth.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

const token = 'a-token-for-prometheus';
let open: TestApp;
let closed: TestApp;
beforeAll(async () => {
  open = await startTestApp({ DEMO: 'off', TRUSTED_PROXIES: '127.0.0.1' });
  closed = await startTestApp({ DEMO: 'off', METRICS_TOKEN: token });
});
afterAll(async () => {
  await open.stop();
  await closed.stop();
});

interface Answer {
  readonly status: number | undefined;
  readonly text: string;
}

/** `fetch` does not send the headers of a proxy. */
function metrics(url: string, headers: Record<string, string> = {}): Promise<Answer> {
  const { promise, resolve } = Promise.withResolvers<Answer>();
  get(`${url}/metrics`, { headers }, (answer) => {
    let text = '';
    answer.setEncoding('utf8').on('data', (part: string) => (text += part));
    answer.on('end', () => {
      resolve({ status: answer.statusCode, text });
    });
  });
  return promise;
}

test('the metrics are for this machine alone, or for who has the token', async () => {
  expect((await metrics(open.url)).status).toBe(200);
  for (const headers of [
    { 'x-forwarded-for': '203.0.113.7' },
    { 'x-forwarded-for': '127.0.0.1' },
    { forwarded: 'for=203.0.113.7' },
    { via: '1.1 Caddy' },
    { 'x-real-ip': '203.0.113.7' },
    { 'x-forwarded-host': 'hanya.example' },
    { 'cf-connecting-ip': '203.0.113.7' },
  ] as Record<string, string>[])
    expect((await metrics(open.url, headers)).status).toBe(404);
  expect((await metrics(closed.url)).status).toBe(404);
  expect((await metrics(closed.url, { authorization: 'Bearer wrong' })).status).toBe(404);
  expect((await metrics(closed.url, { authorization: `Bearer ${token}` })).status).toBe(200);
});

test('calls are timed by address pattern, and the installation is measured', async () => {
  await fetch(open.url + wake.path);
  await fetch(`${open.url}/api/v1/booking/01ABC?secret=1`);
  const { text } = await metrics(open.url);
  expect(text).toMatch(
    /hanya_request_seconds_count\{method="GET",route="\/api\/v1\/auth\/up",status="200"\} \d/,
  );
  expect(text).toMatch(/hanya_request_seconds_count\{[^}]*route="\/api\/v1\/booking\/:id"/);
  expect(text).not.toContain('01ABC');
  expect(text).toContain('hanya_measured 1');
  expect(text).toMatch(/hanya_unsealed_rows \d/);
  expect(text).toMatch(/hanya_pool_connections\{pool="changes",state="waiting"\} 0/);
  expect(text).toMatch(/hanya_bounded_work\{queue="passwords",state="waiting"\} 0/);
  expect(text).toMatch(/hanya_jobs\{queue="make-bill",state="waiting"\} 0/);
  expect(text).toMatch(/nodejs_eventloop_lag_p99_seconds/);
  expect(text).not.toMatch(/@|example\.com/);
});

test('no gauge is called like a counter', async () => {
  const { text } = await metrics(open.url);
  const gauges = [...text.matchAll(/^# TYPE (\S+) gauge$/gm)].map(([, name = '']) => name);
  expect(gauges.length).toBeGreaterThan(20);
  expect(gauges.filter((name) => name.endsWith('_total'))).toEqual([]);
});

test('the alarms of deploy/ ask for figures that there are, and say what to do', async () => {
  const rules = readFileSync('deploy/prometheus-rules.yml', 'utf8');
  const asked = new Set(rules.match(/\b(?:hanya|nodejs)_[a-z0-9_]+/g));
  const { text } = await metrics(open.url);
  // The server of this test has no replica and is new, so it lacks some that others have.
  const known = [
    ...[...text.matchAll(/^# TYPE (\S+)/gm)].flatMap(([, name = '']) => [
      name,
      `${name}_bucket`,
      `${name}_count`,
    ]),
    'hanya_replica_behind',
    'hanya_sweep_age_seconds',
    'hanya_backup_age_seconds',
    'hanya_log_piece_age_seconds',
    'hanya_drill_age_seconds',
    'hanya_drill_failed',
  ];
  expect([...asked].filter((name) => !known.includes(name))).toEqual([]);
  const alarms = rules.match(/- alert:/g)?.length;
  expect(alarms).toBeGreaterThan(15);
  expect(rules.match(/^ {10}do: \S.+\.$/gm)).toHaveLength(alarms ?? 0);
});
