import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { uploadPath } from '#contract/coming-files.ts';
import { openSession } from '#tests/support/client.ts';
import { makeAccount } from '#tests/support/factories.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import type { Fault } from './faulty-proxy.ts';
import { startPhone } from './phone.ts';
import { aCollisionWith, aVideoOf, openStage, type Stage } from './shift.ts';
import { untruthsOf } from './truths.ts';

// The long form belongs to npm run proofs -- shift.
const isLong = process.env['SHIFTS'] !== undefined;
const megabyte = 1024 * 1024;
const [megabytes, cuts] = isLong ? [40, 50] : [2, 6];

/** What a phone on a line of the second generation sends at once, in bytes. */
const part = 128 * 1024;
/** More than what a request has besides its part. */
const head = 2_000;

const none: Fault = { is: 'none' };

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.remove());

/**
 * Cuts every other part in turn, at places that are spread over it; then the answer to one, so that the
 * phone doesn't know how much of it has arrived.
 */
function cuttingLine() {
  const seen = { requests: 0, parts: 0, cuts: 0, attempts: 0 };
  const draw = (line: string): Fault => {
    seen.requests += 1;
    if (line.startsWith(`POST ${uploadPath} `)) seen.attempts += 1;
    if (!line.startsWith('PATCH ')) return none;
    seen.parts += 1;
    if (seen.parts % 2 === 0 || seen.cuts === cuts) return none;
    seen.cuts += 1;
    return seen.cuts % 3 === 0
      ? { is: 'answer cut', at: 20 }
      : { is: 'request cut', at: (seen.cuts * 37_957) % part };
  };
  return { seen, draw };
}

test(`a video of ${megabytes} MB survives ${cuts} cuts, and no more of it is sent again than a part for each`, async () => {
  const { id, email } = await makeAccount(stage.app().db, 'booking officer', { zone: 'Zaria' });
  const { token } = await openSession(stage.app().url, email);
  const { seen, draw } = cuttingLine();
  stage.drawBy(draw);
  const folder = temporaryFolder();
  const disk = join(folder, 'disk');
  const phone = await startPhone({ origin: stage.proxy.url, userId: id, token, disk });
  try {
    const bytes = megabytes * megabyte;
    const collision = aCollisionWith('Kwangila', folder, [['vid', aVideoOf(bytes)]]);
    const { made, files, hashes } = collision;
    const before = stage.proxy.sent();
    phone.tell({ do: 'make', made, files });
    await expect.poll(() => seen.cuts, { timeout: 600_000 }).toBe(cuts);
    expect(await phone.empty(600_000)).toBeNull();

    const scene = { db: stage.app().owner, dataDir: stage.dataDir, officer: id };
    const all = new Map([[made._id, { kind: made.kind, name: 'Kwangila', files: hashes }]]);
    expect(await untruthsOf(scene, all, phone.promised)).toEqual([]);
    // It begins again after each cut, also after one that a busy machine made.
    const resumed = seen.attempts - 1;
    expect(resumed).toBeGreaterThanOrEqual(cuts);
    const most = bytes + resumed * part + seen.requests * head;
    expect(stage.proxy.sent() - before).toBeLessThanOrEqual(most);
    if (isLong)
      process.stdout.write(
        `${megabytes} MB over ${resumed} cuts: ${stage.proxy.sent() - before} bytes sent, ${most} may be\n`,
      );
  } finally {
    await phone.remove();
    rmSync(folder, { recursive: true, force: true });
  }
}, 1_800_000);
