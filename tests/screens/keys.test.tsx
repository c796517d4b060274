import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test } from 'vitest';
import { useKeys } from '#web/app/keys/use-keys.ts';
import { useEscape } from '#web/ui/dialog/use-escape.ts';

const none = () => undefined;

/** Renders as a browser does, without what the testing library does at once. */
async function shown(screen: React.ReactNode): Promise<{ remove: () => void }> {
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  const painted = new Promise<void>((resolve) => {
    new MutationObserver(() => resolve()).observe(place, { childList: true });
  });
  startTransition(() => root.render(screen));
  await painted;
  return {
    remove: () => {
      root.unmount();
      place.remove();
    },
  };
}

const press = (key: string) => window.dispatchEvent(new KeyboardEvent('keydown', { key }));

test('a key counts from the moment in which its screen is there', async () => {
  const pressed: string[] = [];
  function Screen() {
    useKeys({
      covered: false,
      onPalette: none,
      onNewBooking: () => pressed.push('booking'),
      onHelp: none,
    });
    return <h1>Screen</h1>;
  }
  const { remove } = await shown(<Screen />);
  press('n');
  expect(pressed).toEqual(['booking']);
  remove();
});

test('Escape counts from the moment in which its dialog is there', async () => {
  const left: string[] = [];
  function Layer() {
    useEscape(true, () => left.push('layer'));
    return <p>Layer</p>;
  }
  const { remove } = await shown(<Layer />);
  press('Escape');
  expect(left).toEqual(['layer']);
  remove();
});
