import { act, fireEvent, render, screen } from '@testing-library/react';
import { type ReactNode, useState } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { fetchBeforeSignIn } from '#web/app/ahead.ts';
import { ErrorBoundary } from '#web/app/error-boundary.tsx';
import { pages } from '#web/app/pages.ts';
import { isMetered } from '#web/device/network.ts';
import { lazyPart, Metered, type Wanted } from '#web/ui/overlay/lazy-part.ts';
import { answersNothing } from './support/answers.ts';
import { onLine } from './support/line.ts';

/** A browser that is busy until `idle` is called. */
function busyBrowser() {
  const waiting = new Map<number, () => void>();
  let last = 0;
  vi.stubGlobal('requestIdleCallback', (run: () => void) => {
    waiting.set((last += 1), run);
    return last;
  });
  vi.stubGlobal('cancelIdleCallback', (asked: number) => waiting.delete(asked));
  const browser = {
    /** Until nothing waits any more, since what has its turn asks for an idle moment of its own. */
    idle: () =>
      act(async () => {
        do {
          for (const [asked, run] of waiting) if (waiting.delete(asked)) run();
          await new Promise((resolve) => setTimeout(resolve));
        } while (waiting.size > 0);
      }),
    /** Until this holds: what an earlier test left has its turn before. */
    idleUntil: (holds: () => void) =>
      vi.waitFor(async () => {
        await browser.idle();
        holds();
      }, 20_000),
  };
  return browser;
}

/** A page with a part that comes late, and a button that opens it. */
function aLazyPart(wanted: Exclude<Wanted, true>) {
  const load = vi.fn<() => Promise<{ shown: ReactNode }>>(() =>
    Promise.resolve({ shown: <p>The part</p> }),
  );
  const part = lazyPart(load);
  function Page() {
    const [opened, setOpened] = useState(false);
    return (
      <>
        <button type="button" onClick={() => setOpened(true)}>
          Open
        </button>
        {part.use(opened || wanted)?.shown}
      </>
    );
  }
  render(
    <Metered value={isMetered}>
      <Page />
    </Metered>,
  );
  return load;
}

const use = () => fireEvent.pointerMove(document.body);

test('what may be opened is fetched once somebody uses the page and the browser is idle', async () => {
  onLine('wifi');
  const { idle, idleUntil } = busyBrowser();
  const load = aLazyPart(false);
  await idle();
  expect(load).not.toHaveBeenCalled();
  use();
  expect(load).not.toHaveBeenCalled();
  await idleUntil(() => expect(load).toHaveBeenCalledOnce());
  fireEvent.click(screen.getByRole('button', { name: 'Open' }));
  expect(screen.getByText('The part')).toBeTruthy();
  expect(load).toHaveBeenCalledOnce();
});

test('what is fetched ahead comes in turn, and draws nothing anew that does not show it', async () => {
  onLine('wifi');
  const { idle, idleUntil } = busyBrowser();
  const arrival = Promise.withResolvers<string>();
  const first = vi.fn<() => Promise<string>>(() => arrival.promise);
  const second = vi.fn<() => Promise<string>>(() => Promise.resolve('two'));
  const [one, two] = [lazyPart(first), lazyPart(second)];
  const drawn = vi.fn<() => void>();
  function Page() {
    drawn();
    one.use(false);
    two.useAhead(false);
    return null;
  }
  render(<Page />);
  use();
  await idleUntil(() => expect(first).toHaveBeenCalledOnce());
  await idle();
  expect(second).not.toHaveBeenCalled();
  arrival.resolve('one');
  await idleUntil(() => expect(second).toHaveBeenCalledOnce());
  expect(drawn).toHaveBeenCalledOnce();
});

test('where data is paid for, it is fetched when it is opened', async () => {
  onLine('cellular');
  const { idle } = busyBrowser();
  const load = aLazyPart(false);
  use();
  await idle();
  expect(load).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole('button', { name: 'Open' }));
  expect(load).toHaveBeenCalledOnce();
  expect(await screen.findByText('The part')).toBeTruthy();
});

test('what is shown in any case comes by every line, in an idle moment', async () => {
  onLine('cellular');
  const { idle } = busyBrowser();
  const load = aLazyPart('soon');
  use();
  expect(load).not.toHaveBeenCalled();
  await idle();
  expect(load).toHaveBeenCalledOnce();
  expect(await screen.findByText('The part')).toBeTruthy();
});

test('what nothing else can be shown for says that it cannot be fetched, and is fetched anew', async () => {
  const said = vi.spyOn(console, 'error').mockReturnValue();
  onTestFinished(() => said.mockRestore());
  const load = vi
    .fn<() => Promise<{ shown: ReactNode }>>()
    .mockRejectedValueOnce(new TypeError('Failed to fetch'))
    .mockResolvedValue({ shown: <p>The part</p> });
  const part = lazyPart(load);
  const Part = () => part.useNeeded()?.shown;
  const place = (key: string) => (
    <ErrorBoundary key={key}>
      <Part />
    </ErrorBoundary>
  );
  const { rerender } = render(place('once'));
  expect(await screen.findByText('There is a problem with this screen')).toBeTruthy();
  rerender(place('again'));
  expect(await screen.findByText('The part')).toBeTruthy();
});

test.each([
  ['booking officer', 'cellular', 1],
  ['operator', 'cellular', 1],
  ['observer', 'cellular', 0],
  ['guest', 'cellular', 0],
  ['observer', 'wifi', 1],
] as const)(
  'the forms are there before %s opens one on a line of the type %s: %i',
  async (role, type, times) => {
    onLine(type);
    const { idle, idleUntil } = busyBrowser();
    // What was fetched for one person is there for the next.
    vi.resetModules();
    const { openApp } = await import('./support/open-app.tsx');
    const { forms } = await import('#web/app/pages.ts');
    const booking = vi.spyOn(forms, 'booking');
    const collision = vi.spyOn(forms, 'collision');
    onTestFinished(() => {
      booking.mockRestore();
      collision.mockRestore();
    });
    openApp('/profile', role, answersNothing);
    await screen.findByRole('navigation', { name: 'Main' });
    await idle();
    use();
    expect(booking).not.toHaveBeenCalled();
    await idleUntil(() => {
      expect(booking).toHaveBeenCalledTimes(times);
      expect(collision).toHaveBeenCalledTimes(times);
    });
  },
);

test('before a sign-in all that follows is fetched in an idle moment', async () => {
  onLine('wifi');
  const { idleUntil } = busyBrowser();
  const { needed, later } = afterSignIn();
  const callOff = fetchBeforeSignIn([needed]);
  expect(needed).not.toHaveBeenCalled();
  await idleUntil(() => expect(later).toHaveBeenCalledOnce());
  expect(needed).toHaveBeenCalledOnce();
  callOff();
});

test('where data is paid for, only what the first screen needs, and once somebody types', async () => {
  onLine('cellular');
  const { idle, idleUntil } = busyBrowser();
  const { needed, later } = afterSignIn();
  const callOff = fetchBeforeSignIn([needed]);
  render(<input aria-label="Email" />);
  use();
  await idle();
  expect(needed).not.toHaveBeenCalled();
  for (const value of ['a', 'am']) {
    fireEvent.input(screen.getByLabelText('Email'), { target: { value } });
  }
  await idleUntil(() => expect(needed).toHaveBeenCalledOnce());
  expect(later).not.toHaveBeenCalled();
  callOff();
});

test('where a sign-in is left before, nothing is fetched', async () => {
  onLine('wifi');
  const { idle } = busyBrowser();
  const { needed, later } = afterSignIn();
  fetchBeforeSignIn([needed])();
  await idle();
  expect(needed).not.toHaveBeenCalled();
  expect(later).not.toHaveBeenCalled();
});

/** What the first screen needs, and the list that most people open from there. */
function afterSignIn() {
  const later = vi.spyOn(pages, '/unpaid');
  onTestFinished(() => later.mockRestore());
  return { needed: vi.fn(() => Promise.resolve()), later };
}
