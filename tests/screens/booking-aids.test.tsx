import { fireEvent, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { listOftenUsed } from '#contract/offences.ts';
import { officer, openAgain, openForm, options } from './support/booking-form.ts';
import { dialog, press } from './support/form.ts';
import { anAnswer, offences } from './support/records.ts';

test('an officer’s most used offences are offered first until something is typed, the next time from the device', async () => {
  const often = (form: HTMLElement) =>
    within(form)
      .findByRole('group', { name: 'Often used here' })
      .then((group) => within(group).getAllByRole('option'));
  const [first, second] = [offences.at(-1), offences.at(-2)];
  const { form, server } = await openForm(officer, (given) =>
    given.answer(listOftenUsed, () => anAnswer([first?.id ?? '', second?.id ?? ''])),
  );
  const rows = await often(form);
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining(first?.id ?? ''),
    expect.stringContaining(second?.id ?? ''),
  ]);
  expect(options(form)).toHaveLength(offences.length);
  fireEvent.click(rows[0] ?? form);
  expect(rows[0]?.getAttribute('aria-selected')).toBe('true');
  fireEvent.change(within(form).getByRole('combobox', { name: 'Offences' }), {
    target: { value: 'LGC-16' },
  });
  await waitFor(() =>
    expect(within(form).queryByRole('group', { name: 'Often used here' })).toBeNull(),
  );
  fireEvent.click(within(form).getByRole('button', { name: 'Close' }));
  await press('Discard', await dialog('Close the form?'));
  await waitFor(() => expect(form.isConnected).toBe(false));
  expect(await often(await openAgain())).toHaveLength(2);
  expect(server.calls(listOftenUsed)).toHaveLength(1);
});

test.each([
  ['granted', 1],
  ['prompt', 0],
])(
  'the position is taken by itself where that asks nobody (%s), and is no draft',
  async (state, times) => {
    const asked = vi.fn((found: PositionCallback) =>
      found({ coords: { latitude: 11.1, longitude: 7.7, accuracy: 8 } } as GeolocationPosition),
    );
    const query = vi.fn(() => Promise.resolve({ state }));
    Object.assign(navigator, {
      geolocation: { getCurrentPosition: asked },
      permissions: { query },
    });
    try {
      const { form, user } = await openForm();
      await waitFor(() => expect(query).toHaveBeenCalled());
      if (times > 0) await within(form).findByText('Position found, within 8 m');
      expect(asked).toHaveBeenCalledTimes(times);
      await user.click(within(form).getByRole('button', { name: 'Close' }));
      await waitFor(() => expect(form.isConnected).toBe(false));
    } finally {
      Reflect.deleteProperty(navigator, 'geolocation');
      Reflect.deleteProperty(navigator, 'permissions');
    }
  },
);
