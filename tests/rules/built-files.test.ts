import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { screenPaths } from '#contract/screen-paths.ts';
import { readConfig } from '#server/config/config.ts';
import { servePages } from '#server/http/pages.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';

const script = 'document.title = "Unpaid Bookings";'.repeat(50);
const unpack = { br: brotliDecompressSync, gzip: gunzipSync };

const root = temporaryFolder();
const assets = path.join(root, 'assets');
mkdirSync(assets);
const built = path.join(assets, 'list-1a2b.js');
writeFileSync(built, script);
writeFileSync(`${built}.br`, brotliCompressSync(script));
writeFileSync(`${built}.gz`, gzipSync(script));
writeFileSync(path.join(root, 'manifest.webmanifest'), '{}');

const server = Fastify();
await servePages(server, readConfig({}), undefined, undefined, root);

const asked = (accepted: string, of: { method?: 'HEAD'; url?: string } = {}) =>
  server.inject({ url: '/assets/list-1a2b.js', headers: { 'accept-encoding': accepted }, ...of });

test.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, zstd', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
] as const)('whoever accepts %s is sent %s, as the build compressed it', async (accepted, sent) => {
  const { headers, rawPayload } = await asked(accepted);
  expect(headers).toMatchObject({
    'content-encoding': sent,
    'content-length': String(rawPayload.length),
    'content-type': 'application/javascript; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'accept-encoding',
  });
  expect(unpack[sent](rawPayload).toString()).toBe(script);
});

test('whoever accepts nothing compressed is sent the file as it is', async () => {
  const { headers, body } = await asked('identity');
  expect([headers['content-encoding'], body]).toEqual([undefined, script]);
});

test('what the build did not compress is sent as it is', async () => {
  const { headers, body } = await asked('br', { url: '/manifest.webmanifest' });
  expect([headers['content-encoding'], body]).toEqual([undefined, '{}']);
});

test('a question for the headers alone is answered with those of the compressed file', async () => {
  const [head, got] = [await asked('br', { method: 'HEAD' }), await asked('br')];
  expect(head.body).toBe('');
  expect(head.headers['content-length']).toBe(got.headers['content-length']);
});

test('a compressed file has no address of its own', async () => {
  for (const end of ['br', 'gz'])
    expect((await asked('identity', { url: `/assets/list-1a2b.js.${end}` })).statusCode).toBe(404);
});

const [index, list, form] = ['/frame.js', '/list.js', '/form.js'];
mkdirSync(path.join(root, '.vite'));
writeFileSync(
  path.join(root, '.vite', 'start.json'),
  JSON.stringify({
    frame: [index],
    screens: { '/unpaid': [list] },
    forms: { booking: [form, list] },
  }),
);
const page =
  '<title>Hanya</title><meta name="hanya" content="__HANYA_SETTINGS__" /><meta name="files" content="__FILES__" />__AUTHORITY_NAME__';
writeFileSync(path.join(root, 'index.html'), page);

test('the page answers with 404 under every address that no screen has', async () => {
  const statusOf = async (url: string) => {
    const { statusCode, body } = await server.inject({ url });
    expect(body, url).toContain('<title>Hanya</title>');
    return statusCode;
  };
  for (const url of [...screenPaths, '/unpaid?open=01ABC', '/?org=Ogun'])
    expect(await statusOf(url), url).toBe(200);
  const unknown = [
    '/health',
    '/ready',
    '/healthz',
    '/metricsx',
    '/apis',
    '/wp-admin',
    '/wp-admin/setup.php?x=/unpaid',
    '/unpaid/',
    '/Unpaid',
    '//unpaid',
    '/unpaid/1',
    '/%75npaid',
  ];
  for (const url of unknown) expect(await statusOf(url), url).toBe(404);
  const head = await server.inject({ method: 'HEAD', url: '/ready' });
  expect([head.statusCode, head.body]).toEqual([404, '']);
});

test.each([
  ['/unpaid?page=2', '/frame.js /list.js'],
  // A form is asked for before the screen behind it, and each file once.
  ['/unpaid?new=booking', '/frame.js /form.js /list.js'],
  ['/unpaid?new=toString', '/frame.js /list.js'],
  ['/signin', ''],
  ['/toString', ''],
])('the page at %s names the files %s', async (url, files) => {
  const { body } = await server.inject({ url });
  expect(body).toContain(`<meta name="files" content="${files}" />`);
});

test('the frame in the page names the authority, whatever it is called, from its next answer on; so does the worker', async () => {
  writeFileSync(path.join(root, 'service-worker.js'), 'const page = "__PAGE_REVISION__";');
  const named = Fastify();
  let name = 'Roads & <Rail>';
  await servePages(
    named,
    readConfig({}),
    () => Promise.resolve({ authorityName: name }),
    undefined,
    root,
  );
  const bodies = async () => {
    const answers = ['/', '/service-worker.js'].map((url) => named.inject({ url }));
    return (await Promise.all(answers)).map(({ body }) => body);
  };
  const before = await bodies();
  expect(before[0]).toContain('Roads &amp; &lt;Rail>');
  expect(await bodies()).toEqual(before);
  name = 'Ways';
  const after = await bodies();
  expect(after[0]).toContain('Ways');
  expect(after[1]).not.toBe(before[1]);
});

test('the page names the languages of sign-in with their versions, and is another one once they change', async () => {
  const told = Fastify();
  let languages = [{ code: 'en', name: 'English', englishName: 'English', version: '' }];
  await servePages(
    told,
    readConfig({}),
    () => Promise.resolve({ authorityName: 'Ways', languages }),
    undefined,
    root,
  );
  const body = async () => (await told.inject({ url: '/' })).body;
  expect(await body()).toContain('&quot;code&quot;:&quot;en&quot;');
  languages = [...languages, { code: 'ha', name: 'Hausa', englishName: 'Hausa', version: '7f' }];
  expect(await body()).toContain('&quot;version&quot;:&quot;7f&quot;');
});
