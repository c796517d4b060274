import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { noMoney, paperSizes } from '#contract/modules/after-ticket/papers.ts';
import { createBooking } from '#contract/new-bookings.ts';
import { listOffences } from '#contract/offences.ts';
import { bookingServer, fillIn, openAgain, openForm, submitOf } from './support/booking-form.ts';
import { described, dialog, field, fill, press, says } from './support/form.ts';
import { aBooking, anAnswer } from './support/records.ts';

const stored = 'Stored on this device. Hanya will send it as soon as there is a network.';
const onThisPhone = () => screen.findByRole('list', { name: 'bookings on this device' });

test('without an answer a booking is stored on the phone, the form can be left, and the next one made', async () => {
  const { form, server, address } = await openForm();
  server.answer(createBooking, () => {
    throw new TypeError('The connection broke.');
  });
  fillIn(form);
  fill(form, 'Vehicle Registration', 'GME-118PL');
  fireEvent.click(submitOf(form));
  await says(stored);
  await waitFor(() => expect(form.isConnected).toBe(false));
  await waitFor(() => expect(address()).toBe('/unpaid'));
  expect((await onThisPhone()).textContent).toMatch(/GME-118PL.*₦2,000.*Stored on this device/);

  const next = await openAgain();
  expect(field(next, 'Name').value).toBe('');
  expect(within(next).queryByRole('region', { name: 'Drafts' })).toBeNull();
});

test('what is stored is sent by itself, once and under the same id, when the server is back', async () => {
  const { form, server } = await openForm();
  server.answer(createBooking, () => {
    throw new TypeError('The connection broke.');
  });
  fillIn(form);
  fireEvent.click(submitOf(form));
  await onThisPhone();
  bookingServer(server);
  // The sender comes when somebody begins to use the page, and is woken by the network.
  fireEvent.pointerMove(window);
  fireEvent(window, new Event('online'));
  await waitFor(() =>
    expect(screen.queryByRole('list', { name: 'bookings on this device' })).toBeNull(),
  );
  const [first, ...again] = server.calls(createBooking).map(({ body }) => body);
  expect(again).not.toEqual([]);
  for (const { _id, capture } of again) {
    expect(_id).toBe(first?._id);
    expect(capture).toMatchObject({ madeAt: first?.capture?.madeAt, toldPrice: 2_000 });
  }
});

test('once a booking that waited is received that is said, with its ticket, until it is put away', async () => {
  const { form, server, user } = await openForm();
  server.answer(createBooking, () => {
    throw new TypeError('The connection broke.');
  });
  fillIn(form);
  fill(form, 'Vehicle Registration', 'GME-118PL');
  fireEvent.click(submitOf(form));
  await onThisPhone();
  expect(screen.queryByText(/The authority has received/)).toBeNull();
  bookingServer(server);
  fireEvent.pointerMove(window);
  fireEvent(window, new Event('online'));
  await says('The authority has received GME-118PL.');
  await waitFor(() =>
    expect(screen.queryByRole('list', { name: 'bookings on this device' })).toBeNull(),
  );
  const away = await screen.findByRole('button', { name: 'Close this message' });
  expect(await screen.findByRole('button', { name: 'Print ticket' })).toBeTruthy();
  await user.click(away);
  await waitFor(() => expect(away.isConnected).toBe(false));
});

test('the ticket of a stored booking is printed before any network, with the code that is sent', async () => {
  const { form, server } = await openForm();
  server.answer(createBooking, () => {
    throw new TypeError('The connection broke.');
  });
  fillIn(form);
  fill(form, 'Vehicle Registration', 'GME-118PL');
  fireEvent.click(submitOf(form));
  await press('Print ticket', await onThisPhone());
  server.answer(listOffences, () => {
    throw new TypeError('The connection broke.');
  });
  const ticket = await dialog('Ticket');
  const paper = await within(ticket).findByRole('article', { name: 'Ticket' });
  const code = server.calls(createBooking)[0]?.body.ticketCode;
  expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{18}$/);
  expect(within(paper).getByRole('img').getAttribute('aria-label')).toContain(`/t/${code}`);
  expect(paper.textContent).toMatch(/GME-118PL.*Amina Bello.*LGC-16.*Total₦2,000/);
  expect(ticket.textContent).toContain('has not certified this device yet');
  const print = vi.spyOn(window, 'print').mockImplementation(() => undefined);
  await press('Print ticket', ticket);
  expect(print).toHaveBeenCalledOnce();

  // The paper stays while its booking is received, under the same code.
  bookingServer(server);
  fireEvent.pointerMove(window);
  fireEvent(window, new Event('online'));
  await waitFor(() =>
    expect(screen.queryByRole('list', { name: 'bookings on this device' })).toBeNull(),
  );
  expect(server.calls(createBooking).at(-1)?.body.ticketCode).toBe(code);
  expect(paper.isConnected).toBe(true);
});

test('the ticket of a stored booking is shown to its driver and shared by public address, without any network', async () => {
  const { form, server, user } = await openForm();
  server.answer(createBooking, () => {
    throw new TypeError('The connection broke.');
  });
  fillIn(form);
  fill(form, 'Vehicle Registration', 'GME-118PL');
  fireEvent.click(submitOf(form));
  await press('Show to driver', await onThisPhone());
  const shown = await dialog('Show to driver');
  const code = server.calls(createBooking)[0]?.body.ticketCode;
  const drawn = await within(shown).findByRole('img');
  expect(drawn.getAttribute('aria-label')).toContain(`/t/${code}`);
  for (const said of ['GME-118PL', '₦2,000', noMoney]) expect(shown.textContent).toContain(said);
  // jsdom has no share sheet, as most desks.
  const chat = within(shown).getByRole('link', { name: 'WhatsApp' }).getAttribute('href') ?? '';
  const { hostname, pathname, searchParams } = new URL(chat);
  expect([hostname, pathname]).toEqual(['wa.me', '/2349005550142']);
  expect(searchParams.get('text')).toMatch(new RegExp(`GME-118PL, ₦2,000.*/t/${code}$`));
  expect(within(shown).getByRole('link', { name: 'SMS' }).getAttribute('href')).toMatch(
    /^sms:\+2349005550142\?body=Traffic/,
  );
  const share = vi.fn(() => Promise.resolve());
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator) as Navigator, { share }));
  await user.click(within(shown).getByRole('button', { name: 'Close' }));
  await press('Show to driver', await onThisPhone());
  await press('Share', await dialog('Show to driver'));
  expect(share).toHaveBeenCalledWith({ text: searchParams.get('text') });
  // What was shown here is said with the words, so that its officer corrects it no more.
  bookingServer(server);
  fireEvent.pointerMove(window);
  fireEvent(window, new Event('online'));
  await waitFor(() =>
    expect(server.calls(createBooking).at(-1)?.body.capture).toMatchObject({ shown: true }),
  );
  vi.unstubAllGlobals();
});

test('the paper is chosen once for the device, wherever it is printed', async () => {
  const { form, server } = await openForm();
  server.answer(createBooking, () => {
    throw new TypeError('The connection broke.');
  });
  fillIn(form);
  fireEvent.click(submitOf(form));
  await press('Print ticket', await onThisPhone());
  const ticket = await dialog('Ticket');
  const sizes = await within(ticket).findAllByRole('radio');
  expect(sizes.map((size) => (size as HTMLInputElement).value)).toEqual([...paperSizes]);
  fireEvent.click(within(ticket).getByRole('radio', { name: '58 mm' }));
  await press('Close', ticket);
  await press('Print ticket', await onThisPhone());
  const again = await within(await dialog('Ticket')).findByRole('radio', { name: '58 mm' });
  expect((again as HTMLInputElement).checked).toBe(true);
});

test('a booking that was refused and is submitted again keeps the code of its ticket', async () => {
  const { form, server } = await openForm();
  server.answer(createBooking, () => ({ status: 400, error: 'Look at the name.', fields: {} }));
  fillIn(form);
  fireEvent.click(submitOf(form));
  await says('Look at the name.');
  bookingServer(server);
  await press('Submit', form);
  await says('Booking added');
  const [first, again] = server.calls(createBooking).map(({ body }) => body.ticketCode);
  expect(first).toBeDefined();
  expect(again).toBe(first);
});

test('the form closes while its booking is sent, without a question, and leaves no draft', async () => {
  const { form, server, user, address } = await openForm();
  const held = Promise.withResolvers<undefined>();
  server.answer(createBooking, async () => {
    await held.promise;
    return anAnswer(aBooking());
  });
  fillIn(form);
  fireEvent.click(submitOf(form));
  await waitFor(() => expect(server.calls(createBooking)).toHaveLength(1));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(form.isConnected).toBe(false));
  expect(screen.queryByRole('dialog')).toBeNull();
  held.resolve(undefined);
  await says('Booking added');
  expect(address()).toBe('/insurance');
  const next = await openAgain();
  expect(within(next).queryByRole('region', { name: 'Drafts' })).toBeNull();
});

test('a booking that arrived before it was changed is not made twice unawares', async () => {
  const { form, server } = await openForm();
  server.answer(createBooking, () => ({ status: 409, code: 'id_taken', error: 'Taken.' }));
  fillIn(form, 'Danjuma Audu Bako');
  fireEvent.click(submitOf(form));
  await within(form).findByText(/The authority received this booking before you changed it/);
  expect(field(form, 'Name').value).toBe('Danjuma Audu Bako');

  bookingServer(server);
  await press('Submit', form);
  await says('Booking added');
  const [first, anew] = server.calls(createBooking).map(({ body }) => body._id);
  expect(anew).not.toBe(first);
});

test('what the server refused is back in its form alone: nothing of it waits on the phone', async () => {
  const { form, server, user } = await openForm();
  const fields = { name: 'This is no name.' };
  server.answer(createBooking, () => ({ status: 400, error: 'Look at the name.', fields }));
  fillIn(form);
  fireEvent.click(submitOf(form));
  await says('Look at the name.');
  expect(described(field(form, 'Name'))).toContain('This is no name.');
  await user.keyboard('{Escape}');
  await press('Save draft', await dialog('Close the form?'));
  await waitFor(() => expect(form.isConnected).toBe(false));
  fireEvent.pointerMove(window);
  const next = await openAgain();
  await within(next).findByRole('region', { name: 'Drafts' });
  expect(server.calls(createBooking)).toHaveLength(1);
});

test('on a full phone a booking goes to the server at once, or stays in its form with one sentence', async () => {
  const { form, server } = await openForm();
  const fullDisk = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('No room.', 'QuotaExceededError');
  });
  server.answer(createBooking, () => {
    throw new TypeError('The connection broke.');
  });
  fillIn(form);
  fireEvent.click(submitOf(form));
  await says('There is no space on this device, so Hanya could not store or send the record');
  expect(field(form, 'Name').value).toBe('Danjuma Audu');
  expect(screen.queryByRole('list', { name: 'bookings on this device' })).toBeNull();
  bookingServer(server);
  await press('Submit', form);
  await says('Booking added');
  fullDisk.mockRestore();
});

test.each([
  ['says that it is before anything is typed', 24, true],
  ['with room for a record says nothing', 26, false],
])('a phone that is nearly full %s', async (_, megabytesLeft, isSaid) => {
  const megabyte = 1024 * 1024;
  const asked = Promise.withResolvers<undefined>();
  const estimate = () => {
    asked.resolve(undefined);
    return Promise.resolve({ quota: 900 * megabyte, usage: (900 - megabytesLeft) * megabyte });
  };
  Object.defineProperty(navigator, 'storage', { configurable: true, value: { estimate } });
  try {
    const { form } = await openForm();
    await asked.promise;
    if (isSaid) await within(form).findByText('This device is almost full.');
    await within(form).findByText('Booking Details');
    expect(within(form).queryAllByText('This device is almost full.')).toHaveLength(isSaid ? 1 : 0);
  } finally {
    Reflect.deleteProperty(navigator, 'storage');
  }
});
