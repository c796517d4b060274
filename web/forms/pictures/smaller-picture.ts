import type { ShrinkAnswer, ShrinkQuestion } from './shrink-worker.ts';

/** Enough to read a plate across a junction, and a tenth of what a phone's camera makes. Pixels. */
const longestSide = 2048;
const quality = 0.82;

/** A picture that takes longer is sent as it is. Milliseconds. */
const patience = 20_000;

const before = new WeakMap<File, number>();
let worker: Worker | null = null;
let asked = 0;
/** One picture at a time: decoded, each takes tens of megabytes. */
let last: Promise<unknown> = Promise.resolve();

/** The size in bytes that a picture had before it was made smaller; null when it was not. */
export function sizeBefore(file: File): number | null {
  return before.get(file) ?? null;
}

/** Notes how large a picture was, for one that comes back from a draft. */
export function noteSizeBefore(file: File, size: number | null): void {
  if (size !== null) before.set(file, size);
}

/**
 * The picture made smaller on the device: the longest side 2,048 pixels, a JPEG, the right way up and
 * without what the camera wrote beside it. The file itself when that fails or gains nothing.
 */
export function smallerPicture(file: File): Promise<File> {
  const shrunk = last.then(() => shrink(file)).catch(() => file);
  last = shrunk;
  return shrunk;
}

async function shrink(file: File): Promise<File> {
  const blob = await askWorker(file);
  if (blob === null || blob.size >= file.size) return file;
  const name = file.name.replace(/\.[^.]*$/, '') || 'picture';
  const { lastModified } = file;
  const smaller = new File([blob], `${name}.jpg`, { type: 'image/jpeg', lastModified });
  before.set(smaller, file.size);
  return smaller;
}

function askWorker(file: File): Promise<Blob | null> {
  const helper = (worker ??= startWorker());
  const question: ShrinkQuestion = { id: (asked += 1), file, side: longestSide, quality };
  const { promise, resolve } = Promise.withResolvers<Blob | null>();
  const hear = ({ data }: MessageEvent<ShrinkAnswer>) => {
    if (data.id === question.id) resolve(data.blob);
  };
  const giveUp = () => {
    // It may hang, or never have started: the next picture gets another.
    helper.terminate();
    if (worker === helper) worker = null;
    resolve(null);
  };
  const timer = setTimeout(giveUp, patience);
  helper.addEventListener('message', hear);
  helper.addEventListener('error', giveUp);
  helper.postMessage(question);
  return promise.finally(() => {
    clearTimeout(timer);
    helper.removeEventListener('message', hear);
    helper.removeEventListener('error', giveUp);
  });
}

const startWorker = () =>
  new Worker(new URL('./shrink-worker.ts', import.meta.url), { type: 'module' });
