import { setTimeout as sleep } from 'node:timers/promises';

const day = 86_400_000;
/** Lagos is an hour ahead of UTC all year. */
const ahead = 3_600_000;
/** Milliseconds; longer than any test takes after it has read the date. */
const margin = 20_000;

/** Near the end of a day in Lagos, waits for the next, so that no test runs into midnight. */
export async function awayFromMidnight(now = Date.now()): Promise<void> {
  const left = day - ((now + ahead) % day);
  if (left < margin) await sleep(left + 100);
}
