import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ulid } from 'ulid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '#server/config/config.ts';
import { openFileParts } from '#server/gateways/file-parts.ts';
import { openFileStore } from '#server/gateways/file-store.ts';
import { allParts } from '#server/modules.ts';
import { pruneAll } from '#server/pruning.ts';
import { makeAccount } from '#tests/support/factories.ts';
import { storeBooking } from '#tests/support/raw-bookings.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let officer: string;

beforeAll(async () => {
  app = await startTestApp();
  officer = (await makeAccount(app.db, 'booking officer')).id;
});
afterAll(() => app.stop());

const day = 24 * 3_600_000;
const ago = (days: number): Date => new Date(Date.now() - days * day);
const error = (failed: unknown): void => {
  throw failed;
};
const prune = async () =>
  pruneAll(
    {
      db: app.db,
      store: await openFileStore(app),
      parts: await openFileParts(app),
      config: { ...readConfig({}), dataDir: app.dataDir },
      log: { error },
    },
    allParts,
  );

test('sessions are kept for a month after they were over, and open ones for as long as they are open', async () => {
  const session = async (expires_at: Date, ended_at: Date | null = null) => {
    const id = ulid();
    await app.db
      .insertInto('sessions')
      .values({ id, user_id: officer, created_at: ago(100), expires_at, ended_at })
      .execute();
    return id;
  };
  const kept = [await session(ago(-1)), await session(ago(29)), await session(ago(50), ago(29))];
  await session(ago(31));
  await session(ago(29), ago(31));
  await prune();
  const left = await app.db
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', officer)
    .execute();
  expect(left.map(({ id }) => id).toSorted()).toEqual(kept.toSorted());
});

test('a link for a new password is kept for a day after it was used or too old', async () => {
  const link = async (token_hash: string, expires_at: Date, used_at: Date | null = null) => {
    const values = { token_hash, user_id: officer, expires_at, used_at };
    await app.db.insertInto('password_resets').values(values).execute();
  };
  await link('open', ago(-0.04));
  await link('just too old', ago(0.9));
  await link('just used', ago(2), ago(0.9));
  await link('too old', ago(1.1));
  await link('used', ago(0.9), ago(1.1));
  await prune();
  const left = await app.db.selectFrom('password_resets').select('token_hash').execute();
  expect(left.map(({ token_hash }) => token_hash).toSorted()).toEqual([
    'just too old',
    'just used',
    'open',
  ]);
});

test('a notice is kept for 90 days after it was settled, and while its bill is before a person', async () => {
  const notice = async (bill_ref: string, settled_at: Date | null) => {
    const outcome = settled_at === null ? null : 'exception';
    const values = { id: ulid(), gateway: 'Paystack', event: bill_ref, bill_ref };
    const dates = { received_at: ago(100), settled_at, outcome };
    await app.db
      .insertInto('notices')
      .values({ ...values, ...dates })
      .execute();
  };
  const exception = async (bill_ref: string, closed_at: Date | null) => {
    const what = {
      kind: 'unknown bill',
      gateway: 'Paystack',
      bill_ref,
      description: '',
      receipt: '',
    };
    const where = { organisation: 'Kaduna', zone: '', demo: false };
    await app.db
      .insertInto('payment_exceptions')
      .values({ id: ulid(), ...what, ...where, dedupe_key: bill_ref, closed_at })
      .execute();
  };
  await notice('settled lately', ago(89));
  await notice('settled', ago(91));
  await notice('never settled', null);
  await notice('before a person', ago(91));
  await exception('before a person', null);
  await notice('no longer before a person', ago(91));
  await exception('no longer before a person', ago(91));
  await prune();
  const left = await app.db.selectFrom('notices').select('event').execute();
  expect(left.map(({ event }) => event).toSorted()).toEqual([
    'before a person',
    'never settled',
    'settled lately',
  ]);
});

test('a bill is watched for 90 days', async () => {
  const open = (bill_ref: string, days: number) =>
    storeBooking(app.db, officer, {
      bill_ref,
      bill_gateway: 'Paystack',
      created_at: ago(days),
    });
  const young = await open('300000000001', 89);
  await open('300000000002', 91);
  await prune();
  const left = await app.db.selectFrom('bill_checks').select('booking_id').execute();
  expect(left).toEqual([{ booking_id: young }]);
});

test('a file without a record is removed once no backup goes back to one, and nothing else', async () => {
  const folder = path.join(app.dataDir, 'files');
  await mkdir(path.join(folder, 'drafts'), { recursive: true });
  const file = async (age: number, hasRow: boolean) => {
    const id = ulid(ago(age).getTime());
    await writeFile(path.join(folder, id), 'x');
    const row = { id, kind: 'picture', bytes: 1, sha256: '', demo: false };
    const values = { ...row, content_type: 'image/jpeg', created_by: officer };
    if (hasRow) await app.db.insertInto('files').values(values).execute();
    return id;
  };
  const kept = [await file(100, true), await file(1, false), await file(0, true)];
  const [unused, foundAgain] = [await file(3, false), await file(3, false)];
  await writeFile(path.join(folder, 'notOurs'), 'x');
  const all = [...kept, unused, foundAgain, 'drafts', 'notOurs'].sort();
  await prune();
  const unusedFor = (days: number) =>
    app.owner
      .updateTable('unused_files')
      .set({ since: ago(days) })
      .execute();
  // Backups are kept for 30 days.
  await unusedFor(31);
  await prune();
  expect((await readdir(folder)).sort()).toEqual(all);
  await unusedFor(33);
  // As after going forward again to where its record was.
  const row = { kind: 'picture', bytes: 1, sha256: '', content_type: 'image/jpeg' };
  await app.db
    .insertInto('files')
    .values({ id: foundAgain, ...row })
    .execute();
  await prune();
  expect((await readdir(folder)).sort()).toEqual(all.filter((name) => name !== unused));
  expect(await app.db.selectFrom('unused_files').selectAll().execute()).toEqual([]);
});

test('mails that became files are kept for a month, and what went stands in the trail', async () => {
  const folder = path.join(app.dataDir, 'mail');
  await mkdir(folder, { recursive: true });
  const mail = async (days: number) => {
    const name = `${ago(days).toISOString().replaceAll(':', '-')}-amina_hanya.test-0a1b2c3d.eml`;
    await writeFile(path.join(folder, name), 'x');
    return name;
  };
  const kept = await mail(29);
  await mail(31);
  await prune();
  expect((await readdir(folder)).filter((name) => name.endsWith('0a1b2c3d.eml'))).toEqual([kept]);
  const { after } = await app.db
    .selectFrom('audit')
    .select('after')
    .where('event', '=', 'records.pruned')
    .orderBy('number', 'desc')
    .executeTakeFirstOrThrow();
  expect(after).toEqual({
    mails: 1,
    periods: {
      keepPersonsYears: 7,
      keepLookupsDays: 365,
      keepSessionsDays: 30,
      keepNoticesDays: 90,
      backupKeepDays: 30,
    },
  });
});
