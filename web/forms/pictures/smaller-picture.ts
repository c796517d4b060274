import type { ShrinkAnswer, ShrinkQuestion } from './shrink-worker.ts';

/** In pixels: enough to read a plate across a junction, with a tenth of the bytes of a camera's file. */
const longestSide = 2048;
const quality = 0.82;

/** A picture that takes longer is sent unchanged. Milliseconds. */
const longestWait = 20_000;

const before = new WeakMap<File, number>();
let worker: Worker | null = null;
let lastId = 0;
/** One picture at a time, since each takes tens of megabytes while it is decoded. */
let last: Promise<unknown> = Promise.resolve();

/** The size in bytes that a picture had before it was made smaller; null when it was not. */
export function sizeBefore(file: File): number | null {
  return before.get(file) ?? null;
}

/** Notes how large a picture from a draft was before it was made smaller. */
export function noteSizeBefore(file: File, size: number | null): void {
  if (size !== null) before.set(file, size);
}

/**
 * Makes a picture smaller on the device: a JPEG of at most 2,048 pixels a side, the right way up and
 * without the camera's metadata. Resolves to the file itself if that fails or saves nothing.
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
  const running = (worker ??= startWorker());
  const question: ShrinkQuestion = { id: (lastId += 1), file, side: longestSide, quality };
  const { promise, resolve } = Promise.withResolvers<Blob | null>();
  const onAnswer = ({ data }: MessageEvent<ShrinkAnswer>) => {
    if (data.id === question.id) resolve(data.blob);
  };
  const giveUp = () => {
    // It may hang, or never have started: the next picture gets a new worker.
    running.terminate();
    if (worker === running) worker = null;
    resolve(null);
  };
  const timer = setTimeout(giveUp, longestWait);
  running.addEventListener('message', onAnswer);
  running.addEventListener('error', giveUp);
  running.postMessage(question);
  return promise.finally(() => {
    clearTimeout(timer);
    running.removeEventListener('message', onAnswer);
    running.removeEventListener('error', giveUp);
  });
}

const startWorker = () =>
  new Worker(new URL('./shrink-worker.ts', import.meta.url), { type: 'module' });
