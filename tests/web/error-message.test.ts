import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import type { Endpoint, FileField } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import { listOffences } from '#contract/offences.ts';
import { call, callFile, openStream, setToken } from '#web/api/call.ts';
import { upload } from '#web/api/upload.ts';
import { createStore } from '#web/app/store.ts';

const { signal: nextKey } = new AbortController();
const nothing = { query: undefined, body: undefined };
const refusal = { success: false, error: 'The record is being changed.', code: 'busy' };
const refused = () => Response.json(refusal, { status: 409 });
const done = () => new Response('{}', { headers: { 'content-type': 'application/json' } });
const offences = () => Response.json({ success: true, data: [] });

let people = 0;
let answer: () => Response;
let store: ReturnType<typeof createStore>;
const message = () => store.getState().errors.message;

/** What `upload` sends with, answering as `fetch` is answered. */
class FakeUpload extends EventTarget {
  readonly upload = new EventTarget();
  status = 0;
  responseText = '';
  open(): void {
    this.status = 0;
  }
  setRequestHeader(): void {
    this.responseText = '';
  }
  getResponseHeader(name: string): string | null {
    return answer().headers.get(name);
  }
  abort(): void {
    this.dispatchEvent(new Event('abort'));
  }
  send(): void {
    const answered = answer();
    void answered.text().then((text) => {
      this.status = answered.status;
      this.responseText = text;
      this.dispatchEvent(new Event('load'));
    });
  }
}

vi.stubGlobal('XMLHttpRequest', FakeUpload);
vi.stubGlobal('fetch', (_address: string, { signal }: RequestInit) => {
  signal?.throwIfAborted();
  return Promise.resolve(answer());
});
afterAll(() => vi.unstubAllGlobals());
beforeEach(() => {
  setToken('a token');
  store = createStore();
});

type Ask = (signal: AbortSignal) => Promise<unknown>;
const isUploaded = (one: Endpoint): one is Endpoint & { files: readonly FileField[] } =>
  one.files !== undefined;
const isFile = (one: Endpoint): one is Endpoint & { download: readonly string[] } =>
  one.download !== undefined;
const isStream = (one: Endpoint): one is Endpoint & { stream: true } => one.stream === true;

/** The ways in which the screens ask an endpoint. */
function waysOf(name: string, declared: Endpoint): [string, Ask][] {
  // The content of answers doesn't matter here.
  const path = declared.path.replaceAll(/:\w+/g, 'x');
  const one: Endpoint = { ...declared, path, response: z.unknown() };
  if (isFile(one)) return [[`callFile ${name}`, (signal) => callFile(one, { ...nothing, signal })]];
  if (isStream(one))
    return [[`openStream ${name}`, (signal) => openStream(one, { lastEventId: null, signal })]];
  const called: [string, Ask] = [`call ${name}`, (signal) => call(one, { ...nothing, signal })];
  return isUploaded(one)
    ? [called, [`upload ${name}`, (signal) => upload(one, { body: undefined, files: [], signal })]]
    : [called];
}

const all = Object.entries<Endpoint>(endpoints);
const ignored = all.filter(([, { failure }]) => failure === 'ignored').map(([name]) => name);
const ways = all.flatMap(([name, one]) => (ignored.includes(name) ? [] : waysOf(name, one)));

async function fails(ask: Ask, signal = nextKey): Promise<void> {
  answer = refused;
  await expect(ask(signal)).rejects.toThrow();
}

test('only what a page asks for by itself, and says at its place, fails without a message', () => {
  expect(ignored).toEqual([
    'wake',
    'readSession',
    'listRevenueHeads',
    'readCatalogueForAll',
    'certifyDevice',
    'listKnownDevices',
    'readTicket',
  ]);
});

describe.each(ways)('%s', (_way, ask) => {
  test('sets the message when it fails, and clears it when it succeeds', async () => {
    await fails(ask);
    expect(message()).toBe(refusal.error);
    answer = done;
    await ask(nextKey);
    expect(message()).toBe('');
  });

  test('changes nothing when it is cancelled, or answers somebody who is gone', async () => {
    await fails(() => call(listOffences));
    const left: Ask = (signal) => {
      const asked = ask(signal);
      setToken(`of person ${(people += 1)}`);
      return asked;
    };
    answer = done;
    await expect(left(nextKey)).rejects.toThrow('You signed in or out');
    await expect(ask(AbortSignal.abort())).rejects.toThrow();
    expect(message()).toBe(refusal.error);

    answer = offences;
    await call(listOffences);
    expect(message()).toBe('');
    await fails(left);
    await fails(ask, AbortSignal.abort());
    expect(message()).toBe('');
  });
});

test('a server that does not answer, and one that cannot be read, are failures as well', async () => {
  answer = () => {
    throw new TypeError('Failed to fetch');
  };
  await expect(call(listOffences)).rejects.toThrow();
  expect(message()).toBe('The server is not responding. Check your network and try again.');
  answer = done;
  const logged = vi.spyOn(console, 'error').mockReturnValue();
  await expect(call(listOffences)).rejects.toThrow();
  expect(message()).toBe('Hanya cannot read the server’s answer. Reload the page and try again.');
  logged.mockRestore();
});

describe.each(ignored.flatMap((name) => waysOf(name, endpoints[name as keyof typeof endpoints])))(
  '%s',
  (_way, ask) => {
    test('leaves the message as it is when it fails, and clears it when it succeeds', async () => {
      await fails(ask);
      expect(message()).toBe('');
      await fails(() => call(listOffences));
      await fails(ask);
      expect(message()).toBe(refusal.error);
      answer = done;
      await ask(nextKey);
      expect(message()).toBe('');
    });
  },
);
