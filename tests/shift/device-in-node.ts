import 'fake-indexeddb/auto';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';

/** How much faster than on a phone time goes by for timers; dates go as they do. */
const pace = 30;

type Stored = { json: unknown } | { base64: string; type: string; name: string };
interface Change {
  put: [key: string, value: Stored][];
  remove: string[];
}

const realFetch = globalThis.fetch;
const realTimeout = globalThis.setTimeout;
const realMoment = performance.now.bind(performance);
const realNow = Date.now;

let clockIsOffBy = 0;

/** Sets the clock of this device, by milliseconds from the right one. */
export function setClock(offBy: number): void {
  clockIsOffBy = offBy;
}

let room: number | null = null;

/** How many bytes this device still has room for in one piece; null for as many as there are. */
export function setRoom(bytes: number | null): void {
  room = bytes;
}

/** True if this device refuses something that a record needs. */
export const isShortOfRoom = (): boolean => room !== null;

/** What a browser has and Node doesn't, as far as the store and the sender use it. */
export function beBrowser(origin: string): EventTarget {
  const page = new EventTarget();
  Object.assign(globalThis, {
    window: page,
    document: Object.assign(new EventTarget(), { visibilityState: 'visible' }),
    location: new URL(origin),
    fetch: (address: string, request: RequestInit) => realFetch(new URL(address, origin), request),
    XMLHttpRequest: class extends RequestByFetch {
      protected override readonly origin = origin;
    },
    setTimeout: (run: (...given: unknown[]) => void, ms = 0, ...given: unknown[]) =>
      realTimeout(run, ms / pace, ...given),
  });
  Object.defineProperty(navigator, 'connection', { value: { effectiveType: '2g' } });
  performance.now = () => realMoment() * pace;
  AbortSignal.timeout = (ms) => {
    const late = new AbortController();
    realTimeout(() => late.abort(new DOMException('Too late.', 'TimeoutError')), ms / pace).unref();
    return late.signal;
  };
  const now = () => realNow() + clockIsOffBy;
  globalThis.Date = new Proxy(Date, {
    construct: (target, given, asked) =>
      Reflect.construct(target, given.length === 0 ? [now()] : given, asked) as Date,
    get: (target, name) => (name === 'now' ? now : (Reflect.get(target, name) as unknown)),
  });
  // Of the two builds of this library, the one that phones get.
  registerHooks({
    resolve: (name, context, next) =>
      next(name === 'tus-js-client' ? 'tus-js-client/lib.esm/browser/index.js' : name, context),
  });
  return page;
}

/** As much of XMLHttpRequest as the client of the protocol uses. */
class RequestByFetch {
  protected readonly origin: string = '';
  readonly upload: { onprogress?: (progress: object) => void } = {};
  readonly #over = new AbortController();
  readonly #headers = new Headers();
  #answered = new Headers();
  #method = '';
  #address = '';
  status = 0;
  responseText = '';
  onload: () => void = () => undefined;
  onerror: (error: unknown) => void = () => undefined;

  open(method: string, address: string): void {
    this.#method = method;
    this.#address = address;
  }

  setRequestHeader(name: string, value: string): void {
    this.#headers.set(name, value);
  }

  getResponseHeader(name: string): string | null {
    return this.#answered.get(name);
  }

  send(body: Blob | null): void {
    realFetch(new URL(this.#address, this.origin), {
      method: this.#method,
      headers: this.#headers,
      signal: this.#over.signal,
      body,
    })
      .then(async (response) => {
        this.responseText = await response.text();
        this.status = response.status;
        this.#answered = response.headers;
        this.onload();
      })
      .catch((error: unknown) => {
        if (!this.#over.signal.aborted) this.onerror(error);
      });
  }

  abort(): void {
    this.#over.abort();
  }
}

/** The bytes of each file that was opened here: a Blob gives them only later. */
const bytesOf = new WeakMap<object, Buffer>();

/** A file as a form gets it from its phone. */
export function chosenFile(path: string, name: string, type: string): File {
  const bytes = readFileSync(path);
  const file = new File([bytes], name, { type });
  bytesOf.set(file, bytes);
  return file;
}

const asStored = (value: unknown): Stored =>
  value instanceof File
    ? {
        base64: (bytesOf.get(value) ?? Buffer.alloc(0)).toString('base64'),
        type: value.type,
        name: value.name,
      }
    : { json: value };

const asFile = ({ base64, type, name }: Extract<Stored, { base64: string }>): File => {
  const bytes = Buffer.from(base64, 'base64');
  const file = new File([bytes], name, { type });
  bytesOf.set(file, bytes);
  return file;
};

/**
 * Has what is stored in IndexedDB survive a SIGKILL: each change is in this file, whole, before it
 * counts as done, as a phone's disk has it. Brings back what the file has.
 */
export async function keepOnDisk(
  path: string,
  restore: (key: string, value: unknown) => Promise<unknown>,
): Promise<void> {
  const kept = new Map<string, Stored>();
  const lines = existsSync(path) ? readFileSync(path, 'utf8').split('\n') : [];
  // What stands behind the last end of a line was being written.
  for (const line of lines.slice(0, -1)) {
    const { put, remove } = JSON.parse(line) as Change;
    for (const [key, value] of put) kept.set(key, value);
    for (const key of remove) kept.delete(key);
  }
  for (const [key, value] of kept) await restore(key, 'json' in value ? value.json : asFile(value));
  noteChanges((change) => appendFileSync(path, `${JSON.stringify(change)}\n`));
}

function noteChanges(note: (change: Change) => void): void {
  const changes = new WeakMap<IDBTransaction, Change>();
  const begin = Reflect.get(IDBDatabase.prototype, 'transaction');
  IDBDatabase.prototype.transaction = function (this: IDBDatabase, ...given) {
    const transaction = begin.apply(this, given);
    const change: Change = { put: [], remove: [] };
    changes.set(transaction, change);
    // Whoever waits for its end listens after this.
    transaction.addEventListener('complete', () => {
      if (change.put.length + change.remove.length > 0) note(change);
    });
    return transaction;
  };
  const put = Reflect.get(IDBObjectStore.prototype, 'put');
  const remove = Reflect.get(IDBObjectStore.prototype, 'delete');
  IDBObjectStore.prototype.put = function (this: IDBObjectStore, value: unknown, key) {
    const stored = asStored(value);
    if (room !== null && JSON.stringify(stored).length > room)
      throw new DOMException('No room.', 'QuotaExceededError');
    changes.get(this.transaction)?.put.push([key as string, stored]);
    return put.call(this, value, key);
  };
  IDBObjectStore.prototype.delete = function (this: IDBObjectStore, key) {
    changes.get(this.transaction)?.remove.push(key as string);
    return remove.call(this, key);
  };
}
