import { act } from '@testing-library/react';
import type { Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { type BreakageReport, reportBreakages } from '#contract/breakages.ts';
import { changeOnDevice } from '#web/device/device-changes.ts';
import { everybody } from '#web/device/people.ts';
import { DraftKeeper } from '#web/forms/drafts/draft-keeper.ts';
import { newWaitingRecord } from '#web/sending/waiting-record.ts';
import { answersNothing } from './support/answers.ts';
import { type FakeServer, startFakeServer } from './support/fake-server.ts';
import { anAnswer } from './support/records.ts';

let server: FakeServer;
let online = true;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'Date'], now: Date.UTC(2026, 10, 22) });
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => online);
  online = true;
  await changeOnDevice(everybody, 'breakages', () => ({ remove: ['breakages'] }));
  server = startFakeServer();
  server.answer(reportBreakages, () => anAnswer(null));
  window.history.replaceState(null, '', '/unpaid?search=KJA-482XG');
});
afterEach(() => {
  closePage();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Lets the device store and the server answer, and timers of so many milliseconds end. */
async function pass(milliseconds: number): Promise<void> {
  await act(async () => {
    for (let step = 0; step < 100; step += 1) {
      await vi.advanceTimersByTimeAsync(milliseconds / 100);
      await new Promise((resolve) => setImmediate(resolve));
    }
  });
}
const minute = 60_000;

let closePage: () => void = () => undefined;

/** As in a page that was just opened, in place of the one before. */
async function openPage(before: readonly string[] = []): Promise<void> {
  closePage();
  vi.resetModules();
  globalThis.hanyaBreakages = [];
  for (const name of before) breaks(name);
  const { keepReporting } = await import('#web/api/breakages/reporter.ts');
  closePage = keepReporting();
}
const sent = (): readonly BreakageReport[] =>
  server.calls(reportBreakages).flatMap(({ body }) => body.reports);
const breaks = (name: string) =>
  globalThis.hanyaBreakages?.push([
    'script',
    Object.assign(new Error('KJA-482XG'), { name, stack: '' }),
  ]);

test('what breaks before the reporter is there is reported too, by screen, class and release', async () => {
  await openPage(['RangeError']);
  breaks('TypeError');
  await pass(minute);
  const report = { release: '1.0.0', place: '/unpaid', kind: 'script', frames: [] };
  expect(sent()).toEqual([
    { ...report, name: 'RangeError' },
    { ...report, name: 'TypeError' },
  ]);
});

test('the same is reported once an hour, however often and in however many pages it breaks', async () => {
  await openPage();
  for (let time = 0; time < 300; time += 1) breaks('TypeError');
  await pass(minute);
  await openPage();
  breaks('TypeError');
  await pass(minute);
  expect(sent()).toHaveLength(1);
  await pass(60 * minute);
  breaks('TypeError');
  await pass(minute);
  expect(sent()).toHaveLength(2);
});

test('a device reports at most twenty different things an hour', async () => {
  await openPage();
  for (const path of ['/', '/map', '/paid']) {
    window.history.replaceState(null, '', path);
    for (const name of ['Error', 'TypeError', 'RangeError', 'SyntaxError', 'ReferenceError'])
      breaks(name);
    for (const name of ['CallFailure', 'AbortError', 'NotFoundError', 'SecurityError'])
      breaks(name);
  }
  await pass(minute);
  expect(sent()).toHaveLength(20);
});

test('without a network a report waits on the device, also for the next page, and is sent after hours', async () => {
  online = false;
  await openPage();
  breaks('TypeError');
  await pass(5 * 60 * minute);
  expect(sent()).toEqual([]);
  await openPage();
  await pass(minute);
  online = true;
  window.dispatchEvent(new Event('online'));
  await pass(minute);
  // The page of another file of this process may send it too.
  const times = sent().length;
  expect(times).toBeGreaterThan(0);
  await pass(60 * minute);
  expect(sent()).toHaveLength(times);
});

test('what one account met is sent as its own, and as nobody’s once another has signed in', async () => {
  const signIn = (id: string) => {
    const token = `e30.${btoa(JSON.stringify({ id }))}.`;
    localStorage.setItem('jwtToken', token);
    return { authorization: `Bearer ${token}` };
  };
  const calls = vi.spyOn(globalThis, 'fetch');
  const asked = () =>
    calls.mock.calls.map(([, request]) => {
      const { authorization = null } = z
        .object({ authorization: z.string().optional() })
        .parse(request?.headers);
      return [
        authorization,
        z
          .string()
          .parse(request?.body)
          .match(/\w+Error/g),
      ];
    });
  online = false;
  const { authorization: hers } = signIn('an officer');
  await openPage();
  breaks('TypeError');
  await pass(minute);
  online = true;
  const { authorization: his } = signIn('a colleague');
  breaks('RangeError');
  await pass(minute);
  expect(asked()).toEqual([
    [his, ['RangeError']],
    [null, ['TypeError']],
  ]);
  signIn('an officer');
  breaks('SyntaxError');
  await pass(10 * minute);
  expect(asked().slice(2)).toEqual([[hers, ['SyntaxError']]]);
  localStorage.clear();
});

test('a report that the server cannot take now is sent again, one that it cannot read is not', async () => {
  for (const [status, again] of [
    [503, 1],
    [429, 1],
    [400, 0],
    [413, 0],
  ] as const) {
    await changeOnDevice(everybody, 'breakages', () => ({ remove: ['breakages'] }));
    server.answer(reportBreakages, () => ({ status, error: 'No.' }));
    await openPage(['TypeError']);
    await pass(minute);
    const before = sent().length;
    expect(before).toBeGreaterThan(0);
    server.answer(reportBreakages, () => anAnswer(null));
    await pass(10 * minute);
    expect(sent().length - before, String(status)).toBe(again);
  }
});

test('a report that fails is itself none', async () => {
  vi.stubGlobal('fetch', () => {
    throw new TypeError('No.');
  });
  const rejected = vi.fn();
  process.on('unhandledRejection', rejected);
  await openPage();
  breaks('TypeError');
  await pass(10 * minute);
  process.off('unhandledRejection', rejected);
  expect(rejected).not.toHaveBeenCalled();
  vi.unstubAllGlobals();
  server = startFakeServer();
  server.answer(reportBreakages, () => anAnswer(null));
  await pass(10 * minute);
  expect(sent()).toHaveLength(1);
});

test('where the device stores nothing, the page itself remembers what it has to report', async () => {
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('No.', 'InvalidStateError');
  });
  await openPage();
  breaks('TypeError');
  await pass(minute);
  await pass(20 * minute);
  expect(sent()).toHaveLength(1);
});

test('a draft that the device does not store is noted', async () => {
  globalThis.hanyaBreakages = [];
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('No.', 'QuotaExceededError');
  });
  const keeper = new DraftKeeper('booking', 'an officer');
  keeper.change({ _id: '01K9HZNGVX2Z66Z1C0ABCDEFGH' });
  expect(await keeper.flush()).toBe(false);
  expect(globalThis.hanyaBreakages).toEqual([['draft']]);
});

test('a screen that breaks while it is drawn is noted, once for each time', async () => {
  globalThis.hanyaBreakages = [];
  vi.spyOn(console, 'error').mockReturnValue();
  vi.useRealTimers();
  answersNothing(server);
  const broken = new TypeError('KJA-482XG');
  vi.doMock('#web/features/auth/sign-in-page.tsx', () => ({
    SignInPage: () => {
      throw broken;
    },
  }));
  vi.resetModules();
  const { begin } = await import('#web/app/begin.tsx');
  const place = document.body.appendChild(document.createElement('div'));
  let root: Root | undefined;
  act(() => {
    root = begin(place);
  });
  expect(place.textContent).toContain('There is a problem with this screen');
  expect(globalThis.hanyaBreakages).toEqual([['render', broken]]);
  act(() => root?.unmount());
  place.remove();
  // The files after this one share its modules.
  vi.doUnmock('#web/features/auth/sign-in-page.tsx');
  vi.resetModules();
});

test('a record is noted once it has waited for an hour while the server answers', async () => {
  globalThis.hanyaBreakages = [];
  // Of their own: pages of other files ask whether the server is back.
  vi.resetModules();
  const { noteServerAnswered, noteServerUnreachable } = await import('#web/api/connection.ts');
  const { storeRecord } = await import('#web/sending/outbox.ts');
  const { watchOverdue } = await import('#web/sending/overdue.ts');
  noteServerAnswered();
  const stop = watchOverdue('an officer');
  const made = { _id: 'an id', body: {}, label: 'KJA-482XG', toldPrice: null };
  const record = newWaitingRecord({ ...made, kind: 'booking' }, [], Date.now());
  await storeRecord('an officer', record, new Map());
  await pass(65 * minute);
  expect(globalThis.hanyaBreakages).toEqual([]);
  await pass(5 * minute);
  expect(globalThis.hanyaBreakages).toEqual([]);
  await pass(10 * minute);
  expect(globalThis.hanyaBreakages).toEqual([['waiting', 'words']]);
  // Without an answer it is no wonder that it waits.
  globalThis.hanyaBreakages = [];
  noteServerUnreachable();
  await pass(30 * minute);
  noteServerAnswered();
  await pass(10 * minute);
  expect(globalThis.hanyaBreakages).toEqual([]);
  stop();
});
