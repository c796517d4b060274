import { takenOf } from '#contract/exif.ts';
import { examineFile, unreadablePicture, whyNotKept, whyNotWhole } from '#contract/file-kinds.ts';
import { bytesOf, noteOriginal } from '#web/device/files/chosen-files.ts';
import type { ShrinkAnswer, ShrinkQuestion } from './shrink-worker.ts';

/** A chosen file that the server will take, else why not, naming the file. */
export type ReadyFile = { file: File; wrong: null } | { file: null; wrong: string };

const refuse = (wrong: string): ReadyFile => ({ file: null, wrong });

/**
 * Holds a chosen file to the rule of the server, and makes a picture smaller. A picture in a format
 * that is not kept becomes a JPEG where this browser can read it.
 */
export async function readyFile(file: File, kind: 'picture' | 'video'): Promise<ReadyFile> {
  const { name, size } = file;
  try {
    const found = await examineFile(bytesOf(file));
    const why = whyNotKept(name, found, size, kind);
    if (kind === 'video') return why === null ? { file, wrong: null } : refuse(why);
    const notWhole = whyNotWhole(name, found, size, kind);
    if (notWhole !== null) return refuse(notWhole);
    const taken = await takenOf(bytesOf(file));
    const smaller = await smallerPicture(file);
    if (smaller === 'undecodable') return refuse(why ?? unreadablePicture(name));
    const isSmaller = smaller !== null && smaller.size < size;
    if (why !== null && smaller === null) return refuse(why);
    const ready = smaller !== null && (isSmaller || why !== null) ? smaller : file;
    noteOriginal(ready, { before: ready === file ? null : size, taken });
    return { file: ready, wrong: null };
  } catch {
    return refuse(`Hanya can no longer read ${name}. Select it again.`);
  }
}

/** In pixels: enough to read a plate across a junction, with a tenth of the bytes of a camera's file. */
const longestSide = 2048;
const quality = 0.82;

/** A picture that takes longer is not made smaller. Milliseconds. */
const maxWaitMs = 20_000;

let worker: Worker | null = null;
let lastId = 0;
/** One picture at a time, since each takes tens of megabytes while it is decoded. */
let last: Promise<unknown> = Promise.resolve();

/**
 * A picture as a JPEG of at most 2,048 pixels a side, upright and without the camera's metadata.
 * `undecodable` where the browser can't read it. Null where this browser converts nothing, or not
 * in time.
 */
function smallerPicture(file: File): Promise<File | 'undecodable' | null> {
  const shrunk = last.then(() => shrink(file)).catch(() => null);
  last = shrunk;
  return shrunk;
}

async function shrink(file: File): Promise<File | 'undecodable' | null> {
  const blob = await askWorker(file);
  if (blob === null || blob === 'undecodable') return blob;
  const name = file.name.replace(/\.[^.]*$/, '') || 'picture';
  const { lastModified } = file;
  return new File([blob], `${name}.jpg`, { type: 'image/jpeg', lastModified });
}

function askWorker(file: File): Promise<ShrinkAnswer['blob']> {
  const running = (worker ??= startWorker());
  const question: ShrinkQuestion = { id: (lastId += 1), file, side: longestSide, quality };
  const { promise, resolve } = Promise.withResolvers<ShrinkAnswer['blob']>();
  const onAnswer = ({ data }: MessageEvent<ShrinkAnswer>) => {
    if (data.id === question.id) resolve(data.blob);
  };
  const giveUp = () => {
    // The worker may hang, or never have started: the next picture gets a new one.
    running.terminate();
    if (worker === running) worker = null;
    resolve(null);
  };
  const timer = setTimeout(giveUp, maxWaitMs);
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
