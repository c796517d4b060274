import { screen, within } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import { listDevicesOf, revokeDevice } from '#contract/modules/field-work/devices.ts';
import { removePasskey } from '#contract/passkeys.ts';
import { factorNeeded } from '#contract/proof.ts';
import {
  readRequiredFactors,
  type RequiredFactors,
  requireFactor,
} from '#contract/required-factors.ts';
import { type Factors, readFactors, readFactorsOf, takeFactors } from '#contract/second-factor.ts';
import { listSessions } from '#contract/security.ts';
import { listUsers, readUser } from '#contract/users.ts';
import { moduleSlots } from '#web/app/modules.ts';
import { fillSlots } from '#web/records/slot.tsx';
import { answersNothing } from './support/answers.ts';
import { dialog, press, says } from './support/form.ts';
import { openApp } from './support/open-app.tsx';
import { aList, anAnswer, aUser } from './support/records.ts';

const none: Factors = {
  app: false,
  passkeys: [],
  recoveryCodes: 0,
  required: true,
  takesPasskeys: true,
};

test('who must have a second factor and has none is shown how to set one up, and no screen', async () => {
  const needed = { status: 403, error: 'Your role requires a second factor.', code: factorNeeded };
  openApp('/insurance', 'booking officer', (server) => {
    server.answer(readUser, () => needed);
    server.answer(readFactors, () => anAnswer(none));
  });
  expect(await screen.findByRole('heading', { name: 'Set up a second factor' })).toBeTruthy();
  expect(await screen.findByRole('button', { name: 'Set up an authenticator app' })).toBeTruthy();
  expect(screen.queryByRole('navigation', { name: 'Main' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Logout' })).toBeTruthy();
});

test('a passkey is removed after a question, which says that the password alone is left', async () => {
  const passkey = { id: 'P1', name: 'Phone', addedAt: '2026-05-01T09:30:00.000Z', usedAt: null };
  const { server } = openApp('/security', 'booking officer', (fake) => {
    fake.answer(listSessions, () => anAnswer([]));
    fake.answer(readFactors, () => anAnswer({ ...none, passkeys: [passkey], recoveryCodes: 9 }));
    fake.answer(removePasskey, () => anAnswer(null));
  });
  await press('Remove passkey: Phone');
  const asked = await dialog('Remove the passkey Phone?');
  expect(asked.textContent).toContain('You will then sign in with your password alone.');
  await press('Remove', asked);
  await says('Passkey removed');
  expect(server.calls(removePasskey)[0]?.params).toEqual({ id: 'P1' });
});

test('a state admin requires it of a role, after being told how many have none', async () => {
  let required = false;
  const rules = (): RequiredFactors => [
    { role: 'operator', required, everywhere: false, without: 3 },
    { role: 'observer', required: false, everywhere: true, without: 0 },
  ];
  const { server } = openApp('/security', 'state admin', (fake) => {
    fake.answer(listSessions, () => anAnswer([]));
    fake.answer(readFactors, () => anAnswer(none));
    fake.answer(readRequiredFactors, () => anAnswer(rules()));
    fake.answer(requireFactor, ({ body }) => {
      required = body.required;
      return anAnswer(rules());
    });
  });
  const roles = await screen.findByRole('list', { name: 'Roles' });
  expect(roles.textContent).toContain('Required in every organisation, everybody has one');
  await press('Require: operator');
  const asked = await dialog('Require a second factor for every operator?');
  expect(asked.textContent).toContain('3 accounts have no second factor');
  await press('Require', asked);
  await says('Second factor required: operator');
  expect(server.calls(requireFactor)[0]).toMatchObject({
    params: { role: 'operator' },
    body: { required: true },
  });
  expect(await within(roles).findByRole('button', { name: /^Stop requiring/ })).toBeTruthy();
});

test('a lost phone is taken out of use in the record of its owner', async () => {
  const officer = aUser({ id: 'U7', _id: 'U7', role: 'operator' });
  const phone = {
    id: 'K'.repeat(16),
    device: 'Chrome on Android',
    since: '2026-11-01T08:00:00.000Z',
    lastSeen: '2026-11-20T08:00:00.000Z',
    validUntil: '2099-12-01T08:00:00.000Z',
    revokedAt: null,
  };
  const { server } = openApp('/admin?open=U7', 'state admin', (fake) => {
    answersNothing(fake);
    fake.answer(listUsers, () => aList(officer));
    fake.answer(readUser, ({ params: { id } }) =>
      anAnswer(id === 'U7' ? officer : aUser({ id, _id: id, role: 'state admin' })),
    );
    fake.answer(listSessions, () => anAnswer([]));
    fake.answer(readFactorsOf, () => anAnswer({ app: false, passkeys: 0 }));
    fake.answer(listDevicesOf, () => anAnswer([phone]));
    fake.answer(revokeDevice, () => anAnswer([phone]));
  });
  await press('Show phones, sessions and second factor');
  await screen.findByRole('list', { name: 'Phones that sign tickets' });
  await press(/^Take out of use/);
  await says('This phone can no longer sign tickets.');
  expect(server.calls(revokeDevice)[0]?.params).toEqual({ id: 'U7', device: phone.id });
});

test('without modules the record of a user offers no phones', async () => {
  fillSlots([]);
  onTestFinished(() => fillSlots(moduleSlots));
  const officer = aUser({ id: 'U7', _id: 'U7', role: 'booking officer' });
  openApp('/admin?open=U7', 'state admin', (fake) => {
    answersNothing(fake);
    fake.answer(listUsers, () => aList(officer));
    fake.answer(readUser, ({ params: { id } }) =>
      anAnswer(id === 'U7' ? officer : aUser({ id, _id: id, role: 'state admin' })),
    );
  });
  expect(
    await screen.findByRole('button', { name: 'Show sessions and second factor' }),
  ).toBeTruthy();
});

test('a lost second factor is taken away in the record of its owner', async () => {
  const officer = aUser({ id: 'U7', _id: 'U7', role: 'operator' });
  const { server } = openApp('/admin?open=U7', 'state admin', (fake) => {
    answersNothing(fake);
    fake.answer(listUsers, () => aList(officer));
    fake.answer(readUser, ({ params: { id } }) =>
      anAnswer(id === 'U7' ? officer : aUser({ id, _id: id, role: 'state admin' })),
    );
    fake.answer(listSessions, () => anAnswer([]));
    fake.answer(readFactorsOf, () => anAnswer({ app: true, passkeys: 2 }));
    fake.answer(takeFactors, () => anAnswer(null));
  });
  await press('Show phones, sessions and second factor');
  expect(
    await screen.findByText('Second factor: an authenticator app and 2 passkeys.'),
  ).toBeTruthy();
  await press('Remove the second factor');
  await press('Remove', await dialog(/^Remove .+’s second factor/));
  await says('Second factor removed');
  expect(server.calls(takeFactors)[0]?.params).toEqual({ id: 'U7' });
});
