import { decodeJwt } from 'jose';
import { z } from 'zod';
import type { Breakage } from '#web/device/breakages.ts';
import { changeOnDevice, readAllOnDevice } from '#web/device/device-changes.ts';
import { withLock } from '#web/device/locks.ts';
import { everybody } from '#web/device/people.ts';
import { settings } from '#web/device/settings.ts';
import { storageKeys } from '#web/device/storage-keys.ts';
import { reportOf } from './report-of.ts';
import { sendReports } from './send-reports.ts';

/** A device notes so many different reports an hour, and keeps as many until they are sent. */
const most = 20;

// Milliseconds.
const hourMs = 3_600_000;
const gatherFor = 2_000;
const sendAgainEvery = 5 * 60_000;
const longestSend = 60_000;

const key = 'breakages';
/**
 * This device keeps what it noted in an hour (counted since 1970), and reports that it has still to
 * send, as JSON with the account that met each.
 */
const keptSchema = z
  .object({
    hour: z.number(),
    noted: z.array(z.string()),
    waiting: z.array(z.tuple([z.string(), z.string().nullable()])),
  })
  .catch({ hour: 0, noted: [], waiting: [] });
type Kept = z.infer<typeof keptSchema>;

/** Where the device stores nothing, this page remembers it. */
let remembered: Kept = keptSchema.parse(null);
/** The hour of each report: an error that comes again and again doesn't ask the device. */
const heard = new Map<string, number>();
let timer: ReturnType<typeof setTimeout> | undefined;
let isReporting = false;

function hear(broken: Breakage): void {
  const { origin, pathname: path } = window.location;
  const report = reportOf(broken, { origin, path, version: settings().version });
  // Without a network nothing can be fetched, which is no fault of ours.
  if (!report || report.release === '' || (report.kind === 'file' && !navigator.onLine)) return;
  const text = JSON.stringify(report);
  const hour = Math.floor(Date.now() / hourMs);
  if (heard.get(text) === hour) return;
  heard.set(text, hour);
  const { id } = signedIn();
  void change((kept) => {
    const noted = kept.hour === hour ? kept.noted : [];
    if (noted.includes(text) || noted.length >= most) return kept;
    const others = kept.waiting.filter(([one]) => one !== text);
    const waiting: Kept['waiting'] = [...others, [text, id]];
    return { hour, noted: [...noted, text], waiting: waiting.slice(-most) };
  }).then(sendSoon);
}

function sendSoon(): void {
  clearTimeout(timer);
  // What is still being noted at the end waits for the next page.
  if (!isReporting) return;
  timer = setTimeout(() => void send(), gatherFor);
}

/** One tab at a time sends what waits, so that nothing is counted twice. */
const send = (): Promise<void> =>
  withLock('hanya breakages', longestSend, async () => {
    const stored = await readAllOnDevice(everybody, key);
    const { waiting } = stored?.has(key) === true ? keptSchema.parse(stored.get(key)) : remembered;
    if (!isReporting) return;
    const { token, id } = signedIn();
    // What another account met counts for nobody.
    for (const as of new Set([token, null])) {
      const texts = waiting
        .filter(([, by]) => (by === id ? token : null) === as)
        .map(([text]) => text);
      if (texts.length === 0 || !navigator.onLine || !(await sendReports(texts, as))) continue;
      await change((kept) => ({
        ...kept,
        waiting: kept.waiting.filter(([text]) => !texts.includes(text)),
      }));
    }
  }).catch(() => undefined);

/** Whose session this is, and its token. */
function signedIn(): { token: string | null; id: string | null } {
  try {
    const token = localStorage.getItem(storageKeys.token);
    const { id } = decodeJwt<{ id: string }>(token ?? '');
    return { token, id };
  } catch {
    return { token: null, id: null };
  }
}

async function change(step: (kept: Kept) => Kept): Promise<void> {
  const written = await changeOnDevice(everybody, key, (stored) => ({
    put: [[key, step(stored === undefined ? remembered : keptSchema.parse(stored))]],
  }));
  if (written !== 'done') remembered = step(remembered);
}

/**
 * Reports what breaks in this page, what broke before, and what waits from earlier pages, until the
 * returned function is called. Nothing in here is reported itself.
 */
export function keepReporting(): () => void {
  isReporting = true;
  const broken = (globalThis.hanyaBreakages ??= []);
  const before = broken.splice(0, most);
  broken.push = (...more) => {
    for (const one of more) hear(one);
    return 0;
  };
  for (const one of before) hear(one);
  window.addEventListener('online', sendSoon);
  const again = setInterval(() => void send(), sendAgainEvery);
  sendSoon();
  return () => {
    isReporting = false;
    globalThis.hanyaBreakages = undefined;
    window.removeEventListener('online', sendSoon);
    clearInterval(again);
    clearTimeout(timer);
  };
}
