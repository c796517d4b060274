import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { noContacts } from '#contract/contacts.ts';
import {
  type KnownDevices,
  listKnownDevices,
  readTicket,
  revokeDevice,
} from '#contract/modules/field-work/devices.ts';
import { readScanned } from '#contract/signed-tickets.ts';
import { createAuthorityKeys } from '#server/modules/field-work/devices/authority-keys.ts';
import { derivedKeys } from '#server/process/derived-keys.ts';
import { aPhone, aTicketOfKaduna, type Phone, publicUrl } from '#tests/support/devices.ts';
import { keepCopy } from '#web/device/copies.ts';
import { deviceKeyOf, noteCertified, ticketAddress } from '#web/device/keys/device-key.ts';
import { noteLastUser } from '#web/device/last-user.ts';
import type { DeviceTicket } from '#web/modules/after-ticket/papers/paper/device-ticket.ts';
import { TicketPaper } from '#web/modules/after-ticket/papers/paper/ticket-paper.tsx';
import { verdictOf } from '#web/modules/field-work/check-ticket/verdict.ts';
import type { FakeServer } from './support/fake-server.ts';
import { press } from './support/form.ts';
import { openApp } from './support/open-app.tsx';
import { anAnswer } from './support/records.ts';

const authority = createAuthorityKeys(derivedKeys(['the secret of this authority, long enough']));
const day = 86_400_000;

let phone: Phone;
let known: KnownDevices;
beforeAll(async () => {
  phone = await aPhone();
  const officer = { id: 'U9', name: 'Hauwa Bello' };
  const named = { sub: phone.id, key: phone.key, officer, organisation: 'Kaduna', zone: 'Zaria' };
  const [from, until] = [new Date(Date.now() - day), new Date(Date.now() + day)];
  const certificate = await authority.certify({ ...named, organisation: 'Kaduna' }, from, until);
  known = {
    publicUrl,
    organisation: 'Kaduna',
    keys: [...authority.known],
    devices: [{ id: phone.id, certificate, revokedAt: null }],
    at: new Date().toISOString(),
  };
});
/** jsdom has no locks: here one tab holds them all. */
function withLocks(): void {
  const request = (_name: string, ...rest: unknown[]) =>
    Promise.resolve((rest.at(-1) as () => unknown)());
  Object.defineProperty(navigator, 'locks', { configurable: true, value: { request } });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'locks'));
}

const unreachable = () => {
  throw new TypeError('Failed to fetch');
};
const issued = {
  reference: '4D7QW2MRX8PZ6T1K',
  price: 12_000,
  stage: 'issued',
  issuedAt: '2026-11-22T08:12:00.000Z',
  since: null,
  version: 1,
  correctedAt: null,
  plate: 'ABC-123XY',
} as const;

const openCheck = (role: 'booking officer' | 'zonal head', answers: (server: FakeServer) => void) =>
  openApp('/check-ticket', { role, state: 'Kaduna', zone: 'Zaria' }, (server) => {
    server.answer(listKnownDevices, () => anAnswer(known));
    answers(server);
  });

async function check(user: ReturnType<typeof openApp>['user'], text: string): Promise<void> {
  const input = await screen.findByRole('textbox', {
    name: /enter the ticket’s web address or code/,
  });
  await screen.findByText(/This device can check tickets from 1 phone/);
  await user.clear(input);
  await user.click(input);
  await user.paste(text);
  await press('Check');
}

/** Waits until it is said. */
const told = (words: string) => waitFor(async () => expect(await result()).toContain(words));

const result = async () => (await screen.findByRole('region', { name: 'Result' })).textContent;

test('a scanned ticket is genuine, and the server says that it is not paid yet', async () => {
  const { user, server } = openCheck('booking officer', (fake) => {
    fake.answer(readTicket, () => anAnswer(issued));
  });
  await check(user, await phone.sign());
  await told('GenuineThe phone of Hauwa Bello, Zaria, signed this ticket');
  await told('Not paid');
  expect(await result()).toMatch(/ABC123XY.*₦12,000.*Hauwa Bello, Zaria/);
  expect(server.calls(readTicket)[0]?.params).toEqual({ code: aTicketOfKaduna.code });
  expect(screen.queryByRole('heading', { name: 'Officers’ phones' })).toBeNull();
});

test('without a network it is told from the copy, and that payment is not known', async () => {
  let isAway = false;
  const { user } = openCheck('booking officer', (fake) => {
    fake.answer(readTicket, unreachable);
    fake.answer(listKnownDevices, () => (isAway ? unreachable() : anAnswer(known)));
  });
  await check(user, await phone.sign());
  await told('Genuine');
  isAway = true;
  const altered = (await phone.sign()).replace('.12000.', '.2000.');
  await check(user, altered);
  await told('Not genuine');
  await told('Without a network, Hanya cannot tell whether the ticket is paid.');
});

test('a code that was typed in is asked for at the server; one that is not there is said so', async () => {
  const { user } = openCheck('booking officer', (fake) => {
    fake.answer(readTicket, () => ({ status: 404, error: 'This ticket does not exist.' }));
  });
  for (const typed of ['abcd-efgh-o123-456789', 'traffic.example/t/abcdefgh0123456789']) {
    await check(user, typed);
    await told('This code is not signed');
  }
  await check(user, 'forged.example/t/ABCDEFGH0123456789');
  await told('not this authority’s address');
  await check(user, 'abcd-efgh-o123-456789');
  await told('This device cannot check this ticket');
  await told('The authority has not received this ticket.');
});

test('an amount that the authority knows otherwise is said', async () => {
  const { user } = openCheck('booking officer', (fake) => {
    fake.answer(readTicket, () => anAnswer({ ...issued, price: 15_000 }));
  });
  await check(user, await phone.sign());
  await told('The authority’s record says ₦15,000, but the ticket says ₦12,000.');
});

test('an older version of a corrected ticket says so, and what is true now', async () => {
  const now = {
    ...issued,
    version: 2,
    correctedAt: '2026-11-22T09:00:00.000Z',
    plate: 'ABD-123XY',
  };
  const { user } = openCheck('booking officer', (fake) => {
    fake.answer(readTicket, () => anAnswer(now));
  });
  await check(user, await phone.sign());
  await told('Corrected on 2026-11-22 10:00. This is version 1. The newest version is 2.');
  await told('The plate is now ABD-123XY.');
});

test('without a network a ticket says which version it is, and that it may have been corrected', async () => {
  const { user } = openCheck('booking officer', (fake) => {
    fake.answer(readTicket, () => {
      throw new TypeError('The connection broke.');
    });
  });
  await check(user, await phone.sign({ version: 3 }));
  await told('GenuineThe phone of Hauwa Bello');
  await told(
    'This is version 3. Without a network, Hanya cannot tell whether the ticket has been corrected since',
  );
});

test('a zonal head takes the phone of an officer out of use', async () => {
  const { user, server } = openCheck('zonal head', (fake) => {
    fake.answer(revokeDevice, () => {
      const revokedAt = '2026-11-22T10:00:00.000Z';
      known = { ...known, devices: known.devices.map((one) => ({ ...one, revokedAt })) };
      return anAnswer([]);
    });
  });
  const list = await screen.findByRole('list', { name: 'Phones' });
  await user.click(
    await within(list).findByRole('button', { name: 'Take out of use: Hauwa Bello' }),
  );
  await within(list).findByText(/out of use since/);
  expect(server.calls(revokeDevice)[0]?.params).toEqual({ id: 'U9', device: phone.id });
});

const ticket: DeviceTicket = {
  id: '01KAQ0000000000000000000TK',
  ticketCode: aTicketOfKaduna.code,
  organisation: 'Kaduna',
  zone: 'Zaria',
  location: 'Sokoto Road',
  officer: 'Hauwa Bello',
  plate: 'ABC-123XY',
  license: '',
  vehicle: 'Toyota Corolla',
  offences: [{ id: 'LGC-01', name: 'Overloading', penalty: 'Impound', amount: 12_000 }],
  confiscations: [],
  price: 12_000,
  language: '',
  madeAt: '2026-11-22T08:12:31.000Z',
};

test('a ticket that only this device knows is shown with a code signed by its key, and printed', async () => {
  withLocks();
  const key = await deviceKeyOf('U1');
  if (!key) throw new Error('This browser makes keys.');
  expect(key.privateKey.extractable).toBe(false);
  expect(await deviceKeyOf('U1')).toMatchObject({ id: key.id });
  await noteCertified('U1', key, { validUntil: Date.parse('2026-12-20T00:00:00.000Z'), publicUrl });
  const print = vi.spyOn(window, 'print').mockImplementation(() => {
    const style = [...document.querySelectorAll('style')].map(({ textContent }) => textContent);
    expect(style.join('')).toMatch(/@page \{ size: 80mm \d+mm/);
  });
  noteLastUser('U1');
  const logo = { file: '/files/1', picture: 'data:image/jpeg;base64,AA==' };
  await keepCopy('contacts Kaduna', { ...noContacts, name: 'Kaduna Roads', logo });
  render(<TicketPaper ticket={ticket} userId="U1" />);
  const paper = await screen.findByRole('article', { name: 'Ticket' });
  fireEvent.click(screen.getByRole('radio', { name: '80 mm' }));
  expect(paper.textContent).toMatch(/0000.*TK.*ABC-123XY.*Overloading.*₦12,000.*No officer may/);
  expect(within(paper).getByRole('img').getAttribute('aria-label')).toContain(publicUrl);
  await within(paper).findByText('Kaduna Roads');
  expect(paper.querySelector('img')?.src).toBe(logo.picture);
  await press('Print ticket');
  expect(print).toHaveBeenCalledOnce();
});

test('what a phone signs is verified by another', async () => {
  withLocks();
  const key = await deviceKeyOf('U2');
  if (!key) throw new Error('This browser makes keys.');
  await noteCertified('U2', key, { validUntil: Date.now() + day, publicUrl });
  const { code, organisation, plate, price } = aTicketOfKaduna;
  const claim = { code, organisation, plate, price, madeAt: new Date() };
  const address = await ticketAddress('U2', claim);
  const named = { sub: key.id, key: key.publicKey, officer: { id: 'U2', name: 'Musa' } };
  const certificate = await authority.certify(
    { ...named, organisation: null, zone: null },
    new Date(Date.now() - day),
    new Date(Date.now() + day),
  );
  const told = { ...known, devices: [{ id: key.id, certificate, revokedAt: null }] };
  expect(await verdictOf(address, told, Date.now())).toMatchObject({ is: 'genuine' });
  // Without a certificate that holds, a ticket has its plain address.
  const late = await ticketAddress('U2', { ...claim, madeAt: new Date(Date.now() + 2 * day) });
  expect(readScanned(late)).toMatchObject({ code, signed: null });
  expect(await ticketAddress('U3', claim)).toContain(`/t/${code}`);
});
