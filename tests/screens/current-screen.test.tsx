import { render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { fetched } from '#web/app/current-screen.tsx';
import { ErrorBoundary } from '#web/app/error-boundary.tsx';

test('a screen that cannot be fetched says so, and is fetched anew once it was left', async () => {
  const said = vi.spyOn(console, 'error').mockReturnValue();
  onTestFinished(() => said.mockRestore());
  const load = vi
    .fn<() => Promise<{ default: () => string }>>()
    .mockRejectedValueOnce(new TypeError('Failed to fetch'))
    .mockResolvedValue({ default: () => 'The profile' });
  const page = fetched(load);
  const { rerender } = render(<Place page={page} />);
  expect(
    await screen.findByRole('heading', { name: 'There is a problem with this screen' }),
  ).toBeTruthy();
  rerender(<p>Another screen</p>);
  rerender(<Place page={page} />);
  expect(await screen.findByText('The profile')).toBeTruthy();
  expect(load).toHaveBeenCalledTimes(2);
});

test('a screen that was fetched ahead is drawn at one go', async () => {
  const page = fetched(() => Promise.resolve({ default: () => 'The profile' }));
  await page.fetchAhead();
  render(<Place page={page} />);
  expect(screen.getByText('The profile')).toBeTruthy();
});

function Place({ page }: { page: ReturnType<typeof fetched<object>> }) {
  const { Shown } = page;
  return (
    <Suspense>
      <ErrorBoundary onLeave={page.fetchAnew}>
        <Shown />
      </ErrorBoundary>
    </Suspense>
  );
}
