import type { Broken } from '#web/device/broken.ts';
import { changeOnDevice, readAllOnDevice } from '#web/device/device-changes.ts';
import { withLock } from '#web/device/locks.ts';
import { everybody } from '#web/device/people.ts';
import { settings } from '#web/device/settings.ts';
import { reportOf } from './report-of.ts';
import { sendReports } from './send-reports.ts';

/** A device notes so many different reports an hour, and keeps as many until they are sent. */
const most = 20;

// Milliseconds.
const hour = 3_600_000;
const gatherFor = 2_000;
const sendAgainEvery = 5 * 60_000;
const longestSend = 60_000;

/** What was noted in an hour, counted since 1970; each report as JSON. */
interface Noted {
  readonly hour: number;
  readonly noted: readonly string[];
}

/** The same for this device, and what it has still to send. */
interface Kept extends Noted {
  readonly waiting: readonly string[];
}

const key = 'breakages';
const nothing: Kept = { hour: 0, noted: [], waiting: [] };
/** Where the device stores nothing, this page remembers it. */
let remembered = nothing;
/** What this page has noted: an error that comes again and again doesn't ask the device. */
let heard: Noted = nothing;
let timer: ReturnType<typeof setTimeout> | undefined;

/** With the same once more; null if it was noted in this hour, or as much as may be. */
function withNoted(before: Noted, report: string): Noted | null {
  const now = Math.floor(Date.now() / hour);
  const noted = before.hour === now ? before.noted : [];
  if (noted.includes(report) || noted.length >= most) return null;
  return { hour: now, noted: [...noted, report] };
}

function hear([kind, cause]: Broken): void {
  const { origin, pathname: path } = window.location;
  const report = reportOf(kind, cause, { origin, path, version: settings().version });
  // Without a network nothing can be fetched, which is no fault of ours.
  if (!report || report.release === '' || (report.kind === 'file' && !navigator.onLine)) return;
  const text = JSON.stringify(report);
  const next = withNoted(heard, text);
  if (!next) return;
  heard = next;
  void change((kept) => {
    const noted = withNoted(kept, text);
    if (!noted) return kept;
    const others = kept.waiting.filter((one) => one !== text);
    return { ...noted, waiting: [...others, text].slice(-most) };
  }).then(sendSoon);
}

function sendSoon(): void {
  clearTimeout(timer);
  timer = setTimeout(() => void send(), gatherFor);
}

/** One tab at a time sends what waits, so that nothing is counted twice. */
const send = (): Promise<void> =>
  withLock('hanya breakages', longestSend, async () => {
    if (!navigator.onLine) return;
    const { waiting } = await read();
    if (waiting.length === 0 || !(await sendReports(waiting))) return;
    await change((kept) => ({
      ...kept,
      waiting: kept.waiting.filter((one) => !waiting.includes(one)),
    }));
  }).catch(() => undefined);

async function read(): Promise<Kept> {
  const stored = await readAllOnDevice(everybody, key);
  return stored?.has(key) === true ? keptIn(stored.get(key)) : remembered;
}

async function change(step: (kept: Kept) => Kept): Promise<void> {
  const written = await changeOnDevice(everybody, key, (stored) => ({
    put: [[key, step(stored === undefined ? remembered : keptIn(stored))]],
  }));
  if (written !== 'done') remembered = step(remembered);
}

/** What the device stores; nothing in place of what another version stored otherwise. */
function keptIn(stored: unknown): Kept {
  if (typeof stored !== 'object' || stored === null) return nothing;
  const { hour: at, noted, waiting }: Record<keyof Kept, unknown> = { ...nothing, ...stored };
  if (typeof at !== 'number' || !areTexts(noted) || !areTexts(waiting)) return nothing;
  return { hour: at, noted, waiting };
}

const areTexts = (texts: unknown): texts is readonly string[] =>
  Array.isArray(texts) && texts.every((text) => typeof text === 'string');

/**
 * Reports what breaks in this page, what broke before, and what waits from earlier pages, until the
 * returned function is called. Nothing in here is reported itself.
 */
export function keepReporting(): () => void {
  const broken = (globalThis.hanyaBroken ??= []);
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
    globalThis.hanyaBroken = undefined;
    window.removeEventListener('online', sendSoon);
    clearInterval(again);
    clearTimeout(timer);
  };
}
