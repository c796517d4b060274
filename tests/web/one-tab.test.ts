import { afterEach, expect, test, vi } from 'vitest';
import { untilHolds } from '#tests/support/until-holds.ts';
import { inOneTab } from '#web/device/locks.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

const until = (isSo: () => boolean) => untilHolds(() => expect(isSo()).toBe(true));

test.runIf('locks' in navigator)(
  'one tab works; another takes over when it closes, and the one that is looked at takes it',
  async () => {
    const page = Object.assign(new EventTarget(), { visibilityState: 'hidden' });
    vi.stubGlobal('document', page);
    const working = new Set<string>();
    const open = (tab: string) =>
      inOneTab('one tab', async (signal) => {
        working.add(tab);
        const { promise, resolve } = Promise.withResolvers<undefined>();
        signal.addEventListener('abort', () => resolve(undefined));
        await promise;
        working.delete(tab);
      });

    const closeFirst = open('first');
    await until(() => working.has('first'));
    const closeSecond = open('second');
    closeFirst();
    await until(() => working.has('second'));
    expect([...working]).toEqual(['second']);

    page.visibilityState = 'visible';
    const closeThird = open('third');
    await until(() => working.has('third') && !working.has('second'));
    closeThird();
    await until(() => working.has('second'));
    closeSecond();
    await until(() => working.size === 0);
  },
);
