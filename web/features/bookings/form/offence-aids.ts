import { z } from 'zod';
import { listOftenUsed } from '#contract/offences.ts';
import { call } from '#web/api/call.ts';
import { keepCopy, readCopy } from '#web/device/copies.ts';

export { offenceWords } from './offence-words.ts';

const copyName = 'often used';
/** In milliseconds. */
const renewedAfter = 12 * 3_600_000;

/**
 * The ids of the officer's most used offences. The device's copy is shown as it is, and renewed for
 * the next time: rows that moved under a finger would be worse than yesterday's order.
 */
export async function readOftenUsed(show: (ids: readonly string[]) => void): Promise<void> {
  const copy = await readCopy(copyName, z.array(z.string()));
  if (copy) show(copy.value);
  if (copy && Date.now() - copy.readAt < renewedAfter) return;
  const { data } = await call(listOftenUsed);
  if (!copy) show(data);
  await keepCopy(copyName, data);
}
