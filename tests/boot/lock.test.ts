import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { storedSecret } from '#server/process/data-folder.ts';
import { AlreadyRunning, takeLock } from '#server/process/lock.ts';
import { startOf } from '#server/process/process-identity.ts';
import { StartError } from '#server/process/start-error.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const url = 'http://127.0.0.1:4400';
let dataDir = '';
beforeEach(() => {
  dataDir = temporaryFolder();
});
afterEach(() => {
  rmSync(dataDir, { recursive: true });
});

function writeLock(holder: { pid: number; start?: string | undefined }) {
  writeFileSync(join(dataDir, 'hanya.lock'), JSON.stringify({ ...holder, url }));
}

test('a second start on the same data folder is refused and told where the first one runs', () => {
  takeLock(dataDir, url);
  const second = () => takeLock(dataDir, 'http://127.0.0.1:5000');
  expect(second).toThrow(AlreadyRunning);
  expect(second).toThrow(url);
});

test('a released lock can be taken again', () => {
  takeLock(dataDir, url).release();
  expect(() => takeLock(dataDir, url)).not.toThrow();
});

test('the lock of a process that has died is taken over', async () => {
  const dead = spawn(process.execPath, ['-e', '']);
  await once(dead, 'exit');
  writeLock({ pid: dead.pid ?? 0, start: '1' });
  expect(() => takeLock(dataDir, url)).not.toThrow();
});

test('the lock of a process whose number has gone to another one is taken over', () => {
  writeLock({ pid: process.ppid, start: 'some other moment' });
  expect(() => takeLock(dataDir, url)).not.toThrow();
});

test('the lock of a living process holds', () => {
  writeLock({ pid: process.ppid, start: startOf(process.ppid) });
  expect(() => takeLock(dataDir, url)).toThrow(AlreadyRunning);
});

test('a damaged lock is taken over', () => {
  writeFileSync(join(dataDir, 'hanya.lock'), '{"pid":');
  expect(() => takeLock(dataDir, url)).not.toThrow();
});

test('releasing leaves a lock alone that somebody else has taken since', () => {
  const first = takeLock(dataDir, url);
  writeLock({ pid: process.ppid });
  first.release();
  expect(readFileSync(join(dataDir, 'hanya.lock'), 'utf8')).toContain(String(process.ppid));
});

test('a data folder that can’t be written is one clear sentence', () => {
  const file = join(dataDir, 'a-file');
  writeFileSync(file, '');
  const impossible = join(file, 'data');
  for (const attempt of [() => takeLock(impossible, url), () => storedSecret(impossible)]) {
    expect(attempt).toThrow(StartError);
    expect(attempt).toThrow(`Hanya cannot write to the data folder ${impossible} (ENOTDIR)`);
  }
});

test('the secret that signs sessions is made once and only its owner can read it', () => {
  const secret = storedSecret(dataDir);
  expect(secret.length).toBeGreaterThanOrEqual(32);
  expect(storedSecret(dataDir)).toBe(secret);
  expect(statSync(join(dataDir, 'jwt-secret')).mode & 0o777).toBe(0o600);
});
