import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { readBooking } from '#contract/bookings.ts';
import {
  type Hold,
  liftHold,
  holdRegister,
  setHold,
} from '#contract/modules/after-ticket/holds.ts';
import { dialog, fill, press, says } from './support/form.ts';
import { openApp } from './support/open-app.tsx';
import { aBooking, anAnswer } from './support/records.ts';
import { amina, pageOf, rowTexts } from './support/rows.ts';

const booking = aBooking({ createdAt: '2026-11-20T10:00:00.000Z' });
const hold: Hold = {
  id: 'H1',
  booking: booking._id,
  plate: 'KTN-482AB',
  organisation: 'Kaduna',
  zone: 'Zaria',
  state: 'in force',
  forWhom: 'High Court 4',
  reason: 'Suit KDH/412.',
  until: '2027-05-01',
  by: amina,
  at: '2026-11-20T10:00:00.000Z',
  lifted: null,
};

test('the list says for whom, why and until when, and leads to the ticket, where another person lifts it', async () => {
  const { server, user } = openApp('/holds', 'zonal head', (server) => {
    server.answer(readBooking, () => anAnswer(booking));
    server.answer(holdRegister.list, ({ query }) =>
      pageOf(query.state === 'over' ? [] : [hold], query),
    );
    server.answer(liftHold, () => anAnswer(hold));
  });
  await waitFor(() => expect(rowTexts()).toHaveLength(1));
  expect(rowTexts()[0]).toMatch(
    /KTN-482AB.*High Court 4.*Suit KDH\/412\..*Zaria.*2027-05-01.*In force.*Amina Bello/,
  );
  await user.click(screen.getByRole('link', { name: 'Ended' }));
  await waitFor(() => expect(server.calls(holdRegister.list).at(-1)?.query.state).toBe('over'));
  await user.click(screen.getByRole('link', { name: 'In force' }));
  await user.click(await screen.findByText('High Court 4'));
  const ticket = await dialog(/KTN-482AB/);
  await press('More', ticket);
  await press('Lift the hold', ticket);
  const asked = await dialog('Lift this hold?');
  fill(asked, 'Reason', 'The suit was struck out.');
  await press('Lift the hold', asked);
  await says('Hold lifted');
  expect(server.calls(liftHold)[0]).toMatchObject({
    params: { id: booking._id },
    body: { hold: 'H1', reason: 'The suit was struck out.' },
  });
});

test('a ticket is held by its detail, whose setter can’t lift it', async () => {
  let held: Hold | null = null;
  const me = { ...amina, role: 'state admin' } as const;
  const prepare: Parameters<typeof openApp>[2] = (server) => {
    server.answer(readBooking, () => anAnswer(booking));
    server.answer(holdRegister.list, ({ query }) => pageOf(held ? [held] : [], query));
    server.answer(setHold, ({ body }) => anAnswer((held = { ...hold, ...body, by: me })));
  };
  const address = `/bookings?open=${booking._id}`;
  const { server } = openApp(address, { id: me.id, _id: me.id, role: me.role }, prepare);
  const opened = await dialog(/KTN-482AB/);
  await press('More', opened);
  await press('Hold for a court or authority', opened);
  const asked = await dialog('Hold this ticket?');
  fill(asked, 'Court or authority', 'High Court 4');
  fill(asked, 'Reason', 'Suit KDH/412 was served.');
  await press('Hold the ticket', asked);
  await within(opened).findByText('Held for High Court 4');
  expect(server.calls(setHold)[0]?.body).toEqual({
    forWhom: 'High Court 4',
    reason: 'Suit KDH/412 was served.',
    until: null,
  });
  await within(opened).findByText('You set this hold, so another person must lift it.');
  expect(within(opened).queryByRole('button', { name: 'Lift the hold' })).toBeNull();
});
