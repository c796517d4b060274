import { expect, test } from 'vitest';
import { aBooking } from '#tests/support/factories.ts';
import { newTicketCode } from '#web/device/new-ticket-code.ts';
import { deviceTicketOf } from '#web/modules/after-ticket/papers/paper/device-ticket.ts';

const catalogue = aBooking().offence.map(({ id }, place) => ({
  id,
  code: '1',
  name: `Offence ${id}`,
  penalty: '',
  amount: 5_000 + place * 2_000,
}));
const about = { organisation: 'Kaduna', officer: 'Hauwa Bello', offences: catalogue } as const;

const kept = (changes: object = {}) => ({
  _id: '01KAQ0000000000000000000TK',
  body: { ...aBooking(), ticketCode: 'ABCDEFGH0123456789', ...changes },
  toldPrice: null,
  madeAt: '2026-11-22T08:12:31.000Z',
});

test('the ticket of a kept booking shows what its driver was told', () => {
  const ticket = deviceTicketOf({ ...kept(), toldPrice: 9_000 }, about);
  expect(ticket).toMatchObject({
    id: '01KAQ0000000000000000000TK',
    ticketCode: 'ABCDEFGH0123456789',
    organisation: 'Kaduna',
    officer: 'Hauwa Bello',
    plate: 'ABC-123DE',
    price: 9_000,
    madeAt: '2026-11-22T08:12:31.000Z',
  });
  expect(ticket?.offences.map(({ amount }) => amount)).toEqual([5_000, 7_000]);
  expect(deviceTicketOf(kept(), about)?.price).toBe(12_000);
});

test('there is none without a code, an organisation, or an offence that the catalogue knows', () => {
  expect(deviceTicketOf(kept({ ticketCode: undefined }), about)).toBeNull();
  expect(deviceTicketOf(kept(), { ...about, organisation: null })).toBeNull();
  const named = kept({ organisation: 'Ogun' });
  expect(deviceTicketOf(named, { ...about, organisation: null })?.organisation).toBe('Ogun');
  expect(deviceTicketOf(kept(), { ...about, offences: catalogue.slice(1) })).toBeNull();
  expect(deviceTicketOf({ ...kept(), body: null }, about)).toBeNull();
});

test('a new code is of the form that the server takes, and another one each time', () => {
  const codes = Array.from({ length: 50 }, newTicketCode);
  for (const code of codes) expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{18}$/);
  expect(new Set(codes).size).toBe(50);
});

test('215d: the ticket of a booking whose zone was left empty names Hq, as the server will', () => {
  expect(deviceTicketOf(kept({ zone: '' }), about)?.zone).toBe('Hq');
  expect(deviceTicketOf(kept({ zone: undefined }), about)?.zone).toBe('Hq');
  expect(deviceTicketOf(kept(), about)?.zone).toBe('Zaria');
});
