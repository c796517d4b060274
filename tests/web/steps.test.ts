import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { untilHolds } from '#tests/support/until-holds.ts';
import { noteServerAnswered } from '#web/api/connection.ts';
import { isChangeUnderWay } from '#web/api/unsent.ts';
import { noteLastUser } from '#web/device/last-user.ts';
import { sendWords, take } from '#web/sending/steps.ts';
import { aRecord } from './support/sending-world.ts';

const officer = 'the officer';

beforeEach(() => noteLastUser(officer));
afterEach(() => {
  vi.unstubAllGlobals();
  noteLastUser(null);
  // Other files of this process see the same connection.
  noteServerAnswered();
});

/** Has every call answered by this; what was sent is listed. */
function answerBy(text: string, status = 200, type = 'application/json') {
  const fetch = vi.fn((_address: string, _request: RequestInit) =>
    Promise.resolve(new Response(text, { status, headers: { 'content-type': type } })),
  );
  vi.stubGlobal('fetch', fetch);
  return fetch;
}

test('what a newer version of the server answers counts as received, whatever else it says', async () => {
  answerBy('{"success":true,"data":{"booking":{"named":"otherwise"}},"version":9}');
  expect((await sendWords(officer, aRecord('a'))).is).toBe('received');
});

test.each([
  ['a page of a hotel', 200, '<html>Welcome</html>', 'text/html'],
  ['a page of a hotel that says created', 201, '<html>Welcome</html>', 'text/html'],
  ['somebody else’s words', 200, '{"ok":true}', 'application/json'],
  ['half of the answer', 200, '{"success":tr', 'application/json'],
  ['nothing at all', 200, '', 'application/json'],
  ['a proxy without its server', 502, '<html>Bad Gateway</html>', 'text/html'],
])(
  '%s in place of the answer counts as none, so the record is sent again',
  async (_, status, text, type) => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    answerBy(text, status, type);
    expect((await sendWords(officer, aRecord('a'))).is).toBe('no answer');
  },
);

test('a browser that forgets a call, and its end as well, holds up the queue no longer than a minute and a half', async () => {
  vi.useFakeTimers();
  const { promise: forgotten, reject: end } = Promise.withResolvers<never>();
  vi.stubGlobal('fetch', () => forgotten);
  const step = { does: 'words', record: aRecord('a') } as const;
  const sent = take(officer, step, new AbortController().signal);
  await vi.advanceTimersByTimeAsync(90_000);
  expect((await sent).is).toBe('no answer');
  vi.useRealTimers();
  // Other files of this process see the same calls under way.
  end(new TypeError('The browser has remembered it.'));
  await untilHolds(() => expect(isChangeUnderWay()).toBe(false));
});

test('nothing is sent for an officer while somebody else is signed in', async () => {
  const fetch = answerBy('{"success":true,"data":null}');
  noteLastUser('somebody else');
  expect((await sendWords(officer, aRecord('a'))).is).toBe('no answer');
  expect(fetch).not.toHaveBeenCalled();
});

test('each try says anew what the clock of the phone says now, and always the same of when it was made', async () => {
  const fetch = answerBy('{"success":true,"data":null}');
  const record = aRecord('a');
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 22, 9) });
  await sendWords(officer, record);
  vi.setSystemTime(Date.UTC(2026, 10, 22, 17));
  await sendWords(officer, record);
  vi.useRealTimers();
  const captures = fetch.mock.calls.map(
    ([, { body }]) => (JSON.parse(body as string) as { capture: unknown }).capture,
  );
  const { madeAt } = record;
  expect(captures).toMatchObject([
    { madeAt, sentAt: '2026-11-22T09:00:00.000Z' },
    { madeAt, sentAt: '2026-11-22T17:00:00.000Z' },
  ]);
});
