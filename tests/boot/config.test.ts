import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { organisationNames } from '#contract/places.ts';
import { readConfig } from '#server/config/config.ts';
import { machineMemoryMb, processesFor } from '#server/process/memory.ts';
import { ConfigError } from '#server/process/start-error.ts';

const secret = 'a-secret-of-thirty-two-characters';
const ownServer = {
  DATABASE_URL: 'postgres://app:x@db:5432/hanya?sslmode=verify-full',
  JWT_SECRET: secret,
};
const payKaduna = {
  PAYKADUNA_URL: 'https://gateway.example',
  PAYKADUNA_API_KEY: 'key',
  PAYKADUNA_ENGINE_CODE: 'engine',
};

test('an empty environment means demo mode on loopback with the embedded database', () => {
  expect(readConfig({})).toEqual({
    backupKeepDays: 30,
    backupKeepWeeks: 13,
    backupKeepMonths: 12,
    keepPersonsYears: 7,
    keepLookupsDays: 365,
    keepSessionsDays: 30,
    keepNoticesDays: 90,
    lateHours: 72,
    double: { hours: 12, metres: 90 },
    costOfHarm: null,
    ledger: {
      account: 'Collections',
      unmatched: 'Unmatched receipts',
      columns: expect.any(Array) as unknown,
    },
    port: 4400,
    host: '127.0.0.1',
    memoryMb: machineMemoryMb(),
    processes: processesFor(machineMemoryMb(), availableParallelism()),
    trustedProxies: [],
    dataDir: resolve('data'),
    databasePooler: false,
    readTimeoutMs: 5_000,
    searchTimeoutMs: 250,
    reportTimeoutMs: 30_000,
    publicUrl: 'http://127.0.0.1:4400',
    authorityName: 'Kaduna State Traffic Authority',
    mailFrom: 'Hanya <no-reply@localhost>',
    mapTilesUrl: '',
    mapTilesCredit:
      '<a href="https://www.openstreetmap.org/copyright">© OpenStreetMap contributors</a>',
    gatewayOf: Object.fromEntries(organisationNames.map((name) => [name, 'PayKaduna'])),
    payPages: [],
    messageKeys: {},
    messagesOf: {},
    sandboxNotices: true,
    modules: 'all',
    demo: true,
    guest: true,
    serviceWorker: true,
    migrates: true,
    carriesOver: false,
    releasesDir: '/opt/hanya',
    restartCommand: 'systemctl restart hanya',
    migrateCommand: 'systemctl start hanya-migrate@VERSION',
  });
});

test('one variable names the bucket that pictures and videos are kept in', () => {
  const plain = 's3://KEY:a%2Fb%2Bc@store.example/evidence';
  expect(readConfig({ FILES_URL: plain }).files).toEqual({
    endpoint: 'https://store.example',
    region: 'us-east-1',
    bucket: 'evidence',
    accessKeyId: 'KEY',
    secretAccessKey: 'a/b+c',
  });
  expect(
    readConfig({ FILES_URL: 's3://KEY:SECRET@files:7070/evidence?tls=off' }).files,
  ).toMatchObject({
    endpoint: 'http://files:7070',
  });
  const full = 's3://KEY:SECRET@127.0.0.1:9000/evidence?region=af-south-1&tls=off';
  expect(readConfig({ FILES_URL: full }).files).toMatchObject({
    endpoint: 'http://127.0.0.1:9000',
    region: 'af-south-1',
  });
});

test('an empty or blank value counts as not set', () => {
  expect(readConfig({ PORT: '', HOST: ' ', DEMO: '' })).toEqual(readConfig({}));
});

test('a PostgreSQL server of one’s own turns demo mode and guest off', () => {
  expect(readConfig(ownServer)).toMatchObject({
    databaseUrl: ownServer.DATABASE_URL,
    databaseOwnerUrl: ownServer.DATABASE_URL,
    demo: false,
    guest: false,
  });
});

test('KEEP_PERSONS_YEARS may be off', () => {
  expect(readConfig({ KEEP_PERSONS_YEARS: 'off' }).keepPersonsYears).toBeUndefined();
});

test('GUEST follows DEMO unless it is set', () => {
  expect(readConfig({ DEMO: 'off' }).guest).toBe(false);
  expect(readConfig({ GUEST: 'off' })).toMatchObject({ demo: true, guest: false });
});

test('PUBLIC_URL loses the slash at its end, and an IPv6 host is put in brackets', () => {
  expect(readConfig({ PUBLIC_URL: 'http://localhost:8080/' }).publicUrl).toBe(
    'http://localhost:8080',
  );
  expect(readConfig({ HOST: '::1' }).publicUrl).toBe('http://[::1]:4400');
});

test('the payment gateway needs its address, key and engine code', () => {
  const env = { ...payKaduna, DEMO: 'off' };
  expect(readConfig({ ...env, PAYKADUNA_API_KEY_NEXT: 'next' }).payKaduna).toEqual({
    url: 'https://gateway.example',
    apiKey: 'key',
    engineCode: 'engine',
    nextApiKey: 'next',
  });
  for (const name of Object.keys(payKaduna)) {
    expect(() => readConfig({ ...env, [name]: undefined })).toThrow(
      new RegExp(`^${name} must be set too`),
    );
  }
});

describe('a value that can’t be used names its variable', () => {
  test.each([
    ['PORT', { PORT: '0' }],
    ['PORT', { PORT: '65536' }],
    ['PORT', { PORT: '44oo' }],
    ['PORT', { PORT: '-1' }],
    ['KEEP_PERSONS_YEARS', { KEEP_PERSONS_YEARS: '0' }],
    ['KEEP_LOOKUPS_DAYS', { KEEP_LOOKUPS_DAYS: '89' }],
    ['LATE_HOURS', { LATE_HOURS: '0' }],
    ['DOUBLE_METRES', { DOUBLE_METRES: '501' }],
    ['COST_OF_HARM', { COST_OF_HARM: '1600000 70 1.25 2024 Nobody' }],
    ['KEEP_NOTICES_DAYS', { KEEP_NOTICES_DAYS: '9999' }],
    ['HOST', { HOST: 'http://127.0.0.1' }],
    ['DATABASE_URL', { DATABASE_URL: 'mysql://db/hanya', JWT_SECRET: secret }],
    ['DATABASE_OWNER_URL', { DATABASE_OWNER_URL: 'postgres://owner@127.0.0.1/hanya' }],
    ['DATABASE_READ_URL', { DATABASE_READ_URL: 'postgres://app@127.0.0.1/hanya' }],
    ['DATABASE_OWNER_URL', { ...ownServer, DATABASE_POOLER: 'on' }],
    ['PUBLIC_URL', { PUBLIC_URL: 'hanya.example' }],
    ['JWT_SECRET', { JWT_SECRET: 'short' }],
    ['JWT_SECRET', { DATABASE_URL: ownServer.DATABASE_URL }],
    ['PAYKADUNA_URL', { ...payKaduna, PAYKADUNA_URL: 'ftp://gateway.example' }],
    ['JWT_SECRET', { JWT_SECRET: 'a'.repeat(40) }],
    ['PAYKADUNA_URL', { ...payKaduna, PAYKADUNA_URL: 'http://gateway.example' }],
    ['DATABASE_URL', { ...ownServer, DATABASE_URL: 'postgres://app@db.example/hanya' }],
    ['FILES_URL', { FILES_URL: 's3://KEY:SECRET@store.example/evidence?tls=off' }],
    ['PUBLIC_URL', { PUBLIC_URL: 'http://hanya.example', DEMO: 'off' }],
    ['HOST', { HOST: '0.0.0.0', DEMO: 'off' }],
    ['SMTP_URL', { SMTP_URL: 'mail.example:25' }],
    ['DEMO', { DEMO: 'yes' }],
    ['GUEST', { GUEST: 'true' }],
  ])('%s in %j', (name, env) => {
    const read = () => readConfig(env);
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(new RegExp(`^${name} .+\\.$`));
  });
});

test('tiles of the live map are an address template, with its key', () => {
  const MAP_TILES_URL = 'https://maps.example/dark/{z}/{x}/{y}{r}.png?key=abc';
  expect(readConfig({ MAP_TILES_URL }).mapTilesUrl).toBe(MAP_TILES_URL);
});

test('trusted proxies are addresses and ranges, with commas or spaces between', () => {
  const TRUSTED_PROXIES = '127.0.0.1, ::1  10.0.0.0/8,fd00::/8';
  expect(readConfig({ TRUSTED_PROXIES, DEMO: 'off' }).trustedProxies).toEqual([
    '127.0.0.1',
    '::1',
    '10.0.0.0/8',
    'fd00::/8',
  ]);
});

test.each([
  'proxy.example',
  'loopback',
  'true',
  '*',
  '10.0.0',
  '10.0.0.0/33',
  '10.0.0.0/0',
  '::/0',
  '10.0.0.0/',
  '10.0.0.0/255.0.0.0',
  'fd00::/129',
  'fe80::1%eth0',
  '127.0.0.1, nobody',
])('no start with TRUSTED_PROXIES %s', (value) => {
  expect(() => readConfig({ TRUSTED_PROXIES: value })).toThrow(
    /^TRUSTED_PROXIES must be IP addresses or ranges .+\.$/,
  );
});

test.each([
  ['FILES_URL', { FILES_URL: 'https://KEY:SECRET@store.example/evidence' }],
  ['FILES_URL', { FILES_URL: 's3://store.example/evidence' }],
  ['BACKUP_URL', { BACKUP_URL: 's3://store.example/backups' }],
  ['BACKUP_URL', { BACKUP_URL: 's3://KEY:SECRET@store.example/backups', BACKUP_DIR: 'backups' }],
  ['FILES_URL', { FILES_URL: 's3://KEY:SECRET@store.example' }],
  ['FILES_URL', { FILES_URL: 's3://KEY:SECRET@store.example/evidence?tls=no' }],
  ['FILES_URL', { FILES_URL: 's3://KEY:SECRET@store.example/evidence?acl=public' }],
  ['FILES_URL', { FILES_URL: 's3://KEY:%E0%A4%A@store.example/evidence' }],
  ['MAP_TILES_URL', { MAP_TILES_URL: 'maps.example/{z}/{x}/{y}.png' }],
  ['MAP_TILES_URL', { MAP_TILES_URL: 'http://maps.example/{z}/{x}/{y}.png' }],
  ['MAP_TILES_URL', { MAP_TILES_URL: 'https://maps.example/dark.json' }],
  ['MAP_TILES_URL', { MAP_TILES_URL: 'https://{s}.maps.example/{z}/{x}/{y}.png' }],
  ['MAP_TILES_URL', { MAP_TILES_URL: 'https://maps.example/{style}/{z}/{x}/{y}.png' }],
  ['PAYMENT_PAGES', { PAYMENT_PAGES: 'pay.example, com.ng' }],
  ['PAYMENT_PAGES', { PAYMENT_PAGES: 'gov.ng' }],
])('no start with a wrong %s', (name, env) => {
  expect(() => readConfig(env)).toThrow(new RegExp(`^${name} .+\\.$`));
});

describe('demo mode is refused beyond loopback', () => {
  test.each([
    ['HOST', { HOST: '0.0.0.0' }],
    ['HOST', { HOST: '192.168.1.10' }],
    ['HOST', { HOST: 'hanya.example' }],
    ['HOST', { ...ownServer, DEMO: 'on', HOST: '::' }],
    ['PUBLIC_URL', { PUBLIC_URL: 'https://hanya.example' }],
    ['PUBLIC_URL', { PUBLIC_URL: 'https://127.0.0.1.hanya.example' }],
    ['TRUSTED_PROXIES', { TRUSTED_PROXIES: '127.0.0.1' }],
    [
      'DATABASE_URL',
      { ...ownServer, DATABASE_URL: 'postgres://app@db.example/hanya?sslmode=verify-full' },
    ],
    ['PAYKADUNA_URL', payKaduna],
    ['PAYSTACK_URL', { PAYSTACK_SECRET_KEY: 'sk_live', PAYSTACK_EMAIL: 'a@b.example' }],
  ])('%s in %j', (name, env) => {
    expect(() => readConfig({ DEMO: 'on', ...env })).toThrow(new RegExp(`^${name} is .*DEMO=off`));
    const PUBLIC_URL = 'https://hanya.example';
    expect(readConfig({ PUBLIC_URL, ...env, DEMO: 'off' }).demo).toBe(false);
  });

  test.each([{ HOST: '127.1.2.3' }, { HOST: 'localhost' }, { PUBLIC_URL: 'http://[::1]:4400' }])(
    'but loopback is fine in any spelling: %j',
    (env) => {
      expect(readConfig(env).demo).toBe(true);
    },
  );
});

test.each(['prefer', 'allow', 'require', 'no-verify', 'verify-ca', ''])(
  'a database elsewhere is not asked with sslmode=%s, which encrypts for nobody known or not at all',
  (mode) => {
    const env = { ...ownServer, DATABASE_URL: `postgres://app@db.example/hanya?sslmode=${mode}` };
    expect(() => readConfig(env)).toThrow(/^DATABASE_URL is on another machine/);
    const here = `postgres://app@127.0.0.1/hanya?sslmode=${mode}`;
    expect(readConfig({ ...ownServer, DATABASE_URL: here }).databaseUrl).toBe(here);
  },
);
