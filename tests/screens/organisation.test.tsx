import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import {
  changeContacts,
  changeLogo,
  noContacts,
  readContacts,
  readLogo,
  removeLogo,
} from '#contract/contacts.ts';
import { press, says } from './support/form.ts';
import { openApp } from './support/open-app.tsx';
import { anAnswer } from './support/records.ts';

test('a state admin changes the contacts that papers and public pages say', async () => {
  const { server, user } = openApp('/organisation', 'state admin', (server) => {
    server.answer(readLogo, () => anAnswer({ logo: null }));
    server.answer(readContacts, () => anAnswer({ ...noContacts, phone: '0700 555 0100' }));
    server.answer(changeContacts, ({ body: { office } }) => anAnswer({ ...noContacts, office }));
  });
  const office = await screen.findByRole('textbox', { name: /^Office/ });
  const save = () => screen.getByRole('button', { name: 'Save' });
  expect(save().getAttribute('aria-disabled')).toBe('true');
  await user.type(screen.getByRole('textbox', { name: /^WhatsApp/ }), 'call me');
  await user.click(save());
  expect(server.calls(changeContacts)).toEqual([]);
  await user.clear(screen.getByRole('textbox', { name: /^WhatsApp/ }));
  await user.type(office, '14 Independence Way');
  await user.type(screen.getByRole('textbox', { name: /^Name/ }), 'Kaduna Roads');
  await user.click(save());
  await says('Name and contacts of Kaduna saved');
  expect(server.calls(changeContacts).map(({ body }) => body)).toEqual([
    {
      ...noContacts,
      name: 'Kaduna Roads',
      phone: '0700 555 0100',
      office: '14 Independence Way',
      organisation: 'Kaduna',
    },
  ]);
  await waitFor(() => expect(save().getAttribute('aria-disabled')).toBe('true'));
});

test('who sees one zone reads the contacts, and is told who sets them', async () => {
  openApp('/organisation', { role: 'state admin', zone: 'Zaria' }, (server) => {
    server.answer(readLogo, () => anAnswer({ logo: null }));
    server.answer(readContacts, () => anAnswer(noContacts));
  });
  const save = await screen.findByRole('button', { name: 'Save' });
  expect(save.getAttribute('aria-disabled')).toBe('true');
  expect(
    screen.getByText('Only a state admin who sees all zones can change these details.'),
  ).toBeTruthy();
  expect(screen.queryByLabelText(/^New logo/)).toBeNull();
});

test('a logo is sent as soon as it is chosen, shown, and removed once it is confirmed', async () => {
  let logo: string | null = null;
  const { server, user } = openApp('/organisation', 'state admin', (server) => {
    server.answer(readContacts, () => anAnswer(noContacts));
    server.answer(readLogo, () => anAnswer({ logo }));
    server.answer(removeLogo, () => anAnswer({ logo: (logo = null) }));
    server.answer(changeLogo, ({ files }) => {
      if (files[0]?.file.name === 'wrong.png')
        return { status: 400, error: 'The file logo is no picture.', code: 'invalid' };
      logo = '/files/1';
      return anAnswer({ logo });
    });
  });
  const pick = await screen.findByLabelText(/^New logo/);
  await user.upload(pick, new File(['?'], 'wrong.png', { type: 'image/png' }));
  await says('The file logo is no picture.');
  await user.upload(pick, new File(['!'], 'arms.png', { type: 'image/png' }));
  const shown = await screen.findByRole('img', { name: 'Logo of Kaduna' });
  expect(shown.getAttribute('src')).toBe('/files/1');
  expect(server.calls(changeLogo).at(-1)?.body).toEqual({ organisation: 'Kaduna' });
  await press('Remove the logo');
  expect(server.calls(removeLogo)).toEqual([]);
  await press('Remove the logo', await screen.findByRole('dialog'));
  await says('New papers now show the Hanya mark.');
  expect(server.calls(removeLogo)[0]?.query).toEqual({ organisation: 'Kaduna' });
  await waitFor(() => expect(screen.queryByRole('img', { name: 'Logo of Kaduna' })).toBeNull());
});
