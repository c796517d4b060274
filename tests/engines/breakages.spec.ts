import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { createServer, request, type Server } from 'node:http';
import { type ScreenPath, titleOf } from '#contract/screen-paths.ts';
import { builtFile } from '../support/built-file.ts';
import { openSession } from '../support/client.ts';
import { makeAccount } from '../support/factories.ts';
import { freePort } from '../support/free-port.ts';
import { expect, test } from './support/test.ts';

interface Planted {
  /** This file of the build is answered by `script`; without one it can't be had. */
  readonly file: string;
  readonly script?: string;
  readonly path: ScreenPath;
  /** As Operations says it; the place where a browser knows one. */
  readonly told: string;
  readonly name: string;
  readonly at?: string;
}

const secret = 'KJA-482XG';
const nothing = 'export default () => null;';
const [shrinkWorker = ''] = readdirSync('dist/web/assets').filter((file) =>
  /^shrink-worker.*js$/.test(file),
);
/** A screen that breaks, in place of another. */
const screen = (path: ScreenPath, module: string, told: string, name: string, script?: string) => {
  const file = builtFile(module);
  return { path, told, name, file, ...(script !== undefined && { script, at: file }) };
};
const planted: readonly Planted[] = [
  screen(
    '/collisions',
    'features/collisions/collisions-page.tsx',
    'the screen or a part of it broke',
    'RangeError',
    `export default () => { throw new RangeError('${secret}'); }`,
  ),
  screen(
    '/drivers',
    'features/driving-tests/drivers-page.tsx',
    'an error that Hanya did not handle',
    'TypeError',
    `${nothing} void Promise.reject(new TypeError('${secret}'));`,
  ),
  screen(
    '/exceptions',
    'features/exceptions/exceptions-page.tsx',
    'an error in a script',
    'SyntaxError',
    `${nothing} setTimeout(() => { throw new SyntaxError('${secret}'); });`,
  ),
  screen(
    '/report',
    'app/reports-page.tsx',
    'the browser refused something',
    'connect-src',
    `${nothing} fetch('http://elsewhere.example/${secret}').catch(() => null);`,
  ),
  screen('/fees', 'features/offences/fees-page.tsx', 'a script could not be fetched', 'TypeError'),
  {
    ...screen(
      '/admin',
      'features/users/users-page.tsx',
      'an error in a script',
      'ReferenceError',
      `${nothing} new Worker('/assets/${shrinkWorker}', { type: 'module' });`,
    ),
    at: shrinkWorker,
  },
];
/** Each is put in the place of a file, or after it. */
const inPlace = new Map([
  ...planted.map(({ file, script }) => [`/assets/${file}`, script] as const),
  [`/assets/${shrinkWorker}`, `setTimeout(() => { throw new ReferenceError('${secret}'); });`],
]);
const after = `self.addEventListener('activate', () => void Promise.reject(new AggregateError([], '${secret}')));`;

/** Stands before a server, and puts what is planted in the place of its files. */
async function startPlanter(to: string): Promise<{ url: string; server: Server }> {
  const server = createServer((asked, answer) => {
    const { method, headers, url = '' } = asked;
    if (inPlace.has(url)) {
      const script = inPlace.get(url);
      answer.writeHead(script === undefined ? 404 : 200, { 'content-type': 'text/javascript' });
      return void answer.end(script);
    }
    const isWorker = url === '/service-worker.js';
    const plain = isWorker ? { ...headers, 'accept-encoding': 'identity' } : headers;
    const passed = request(to + url, { method, headers: plain }, (answered) => {
      const { 'content-length': _, ...rest } = answered.headers;
      answer.writeHead(answered.statusCode ?? 502, isWorker ? rest : answered.headers);
      answered.pipe(answer, { end: !isWorker });
      if (isWorker) answered.on('end', () => answer.end(`\n${after}`));
    });
    passed.on('error', () => answer.destroy());
    answer.on('close', () => passed.destroy());
    asked.pipe(passed);
  });
  const port = await freePort();
  await once(server.listen(port, '127.0.0.1'), 'listening');
  return { url: `http://127.0.0.1:${port}`, server };
}

test('what breaks on screens and in workers is found in Operations by release, screen, cause and place', async ({
  person,
  server,
  enter,
  signIn,
}) => {
  const planter = await startPlanter(server.url);
  await signIn('state admin', planter.url);
  const told = () =>
    server.query(async (db) => {
      const rows = await db.selectFrom('breakages').select(['name', 'place']).execute();
      return rows.map(({ name, place }) => `${name} on ${place}`);
    });
  for (const { path, name } of planted) {
    await person.open(planter.url + path);
    await expect.poll(told, { timeout: 60_000 }).toContain(`${name} on ${path}`);
  }
  planter.server.closeAllConnections();
  planter.server.close();

  const { email } = await server.query((db) => makeAccount(db, 'state admin', { state: null }));
  await enter(server.url, (await openSession(server.url, email)).token);
  await person.open(`${server.url}/operations`);
  const list = await person.text(await person.role('list', 'Problems in browsers'));
  const once = 'Version 1.0.0. Reported once, by one account in a day.';
  for (const { path, told: words, name, at } of planted) {
    const cause = at === undefined ? `${name}\n` : `${name} in\n${at}:1:`;
    expect(list).toContain(`${titleOf(path)}: ${words}\n${once}\n`);
    expect(`${list}\n`).toContain(cause);
  }
  expect(list).toContain('AggregateError in\nservice-worker.js:');
  expect(list).not.toContain(secret);
});
