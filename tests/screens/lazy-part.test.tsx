import '#web/app/begin.tsx';
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { themeManager } from '#web/device/theme.ts';
import { lazyPart } from '#web/ui/overlay/lazy-part.ts';
import { UiProvider } from '#web/ui/theme/ui-provider.tsx';

afterEach(() => {
  globalThis.hanyaBreakages = undefined;
});

test('a part that can’t be fetched is noted as a breakage, and said where somebody pressed for it', async () => {
  globalThis.hanyaBreakages = [];
  const error = new TypeError('Failed to fetch dynamically imported module');
  const load = vi.fn<() => Promise<never>>(() => Promise.reject(error));
  const [shown, pressed] = [lazyPart(load), lazyPart(load)];
  function Page() {
    const [opened, setOpened] = useState(false);
    shown.use(true);
    pressed.use(opened);
    return (
      <button type="button" onClick={() => setOpened(true)}>
        Open
      </button>
    );
  }
  render(
    // Where bytes are paid for, the second part isn't fetched before it is pressed for.
    <UiProvider nonce="" theme={themeManager} isMetered={() => true}>
      <Page />
    </UiProvider>,
  );
  await vi.waitFor(() => expect(globalThis.hanyaBreakages).toEqual([['promise', error]]));
  expect(screen.queryByRole('alert')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Open' }));
  expect(await screen.findByText('Hanya could not load this. Reload the page.')).toBeTruthy();
  expect(globalThis.hanyaBreakages).toHaveLength(2);
});
