import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { lateRecordRegister } from '#contract/late-record-register.ts';
import {
  countLateRecords,
  decideLateRecord,
  type LateRecord,
  listTakenOutRecords,
  readLateRecord,
} from '#contract/late-records.ts';
import type { FakeServer } from './support/fake-server.ts';
import { openApp } from './support/open-app.tsx';
import { pageOf, rowTexts } from './support/rows.ts';

const officer = { id: 'officer', name: 'Hauwa Bello', role: 'booking officer' } as const;
const head = { id: 'head', name: 'Ngozi Umeh', role: 'zonal head' } as const;

const aLateRecord = (changes: Partial<LateRecord> = {}): LateRecord => ({
  _id: '01KAQ0000000000000000000LT',
  kind: 'booking',
  label: 'ABC-123DE',
  offences: ['Driving without a licence'],
  price: 2_000,
  priceOnArrival: 50_000,
  organisation: 'Kaduna',
  zone: 'Zaria',
  officer,
  madeAt: '2026-11-16T08:12:00.000Z',
  askedAt: '2026-11-20T08:12:00.000Z',
  decision: null,
  ...changes,
});

function answer(server: FakeServer, record: LateRecord): { decided: unknown[] } {
  const decided: unknown[] = [];
  server.answer(lateRecordRegister.list, ({ query }) =>
    pageOf(query.state === 'waiting' && record.decision === null ? [record] : [], query),
  );
  server.answer(readLateRecord, () => ({ success: true as const, data: record }));
  server.answer(decideLateRecord, ({ body }) => {
    decided.push(body);
    const decision = { ...body, by: head, at: '2026-11-20T10:00:00.000Z' };
    return { success: true as const, data: { ...record, decision } };
  });
  return { decided };
}

const opened = '/late-records?open=01KAQ0000000000000000000LT';

test('a zonal head reads what waits, and lets it in with a reason', async () => {
  let seen: { decided: unknown[] } = { decided: [] };
  const { user } = openApp(opened, 'zonal head', (server) => {
    seen = answer(server, aLateRecord());
  });
  const panel = await screen.findByRole('dialog', { name: 'Booking, ABC-123DE' });
  expect(panel.textContent).toContain('4 days');
  await user.click(within(panel).getByRole('button', { name: 'Accept' }));
  expect(panel.textContent).toContain('Enter a reason.');
  expect(seen.decided).toEqual([]);
  await user.type(within(panel).getByRole('textbox', { name: 'Reason' }), 'The bridge was closed.');
  await user.click(within(panel).getByRole('button', { name: 'Accept' }));
  await waitFor(() => expect(panel.textContent).toContain('Ngozi Umeh'));
  expect(seen.decided).toEqual([{ letIn: true, reason: 'The bridge was closed.' }]);
});

test('whoever decides sees what it charges, and that its day is a cheaper one', async () => {
  openApp(opened, 'zonal head', (server) => {
    answer(server, aLateRecord());
  });
  const panel = await screen.findByRole('dialog', { name: 'Booking, ABC-123DE' });
  const charges = within(panel).getByRole('region', { name: 'Price' });
  expect(charges.textContent).toContain('Driving without a licence');
  expect(charges.textContent).toMatch(/Price₦2,000.*first sent₦50,000/);
  expect(charges.textContent).toContain('₦48,000 cheaper on the day the record was made');
});

test('of what an older version asked about, no price is known; a collision has none', async () => {
  const unknown = { offences: [], price: null, priceOnArrival: null };
  openApp(opened, 'zonal head', (server) => {
    answer(server, aLateRecord(unknown));
  });
  const panel = await screen.findByRole('dialog', { name: 'Booking, ABC-123DE' });
  expect(panel.textContent).toContain('PriceNot known');
  expect(panel.textContent).not.toContain('Difference');
});

test('an observer reads it without a step to take', async () => {
  openApp(opened, 'observer', (server) => {
    answer(server, aLateRecord());
  });
  const panel = await screen.findByRole('dialog', { name: 'Booking, ABC-123DE' });
  expect(panel.textContent).toContain('A zonal head or a state admin must accept this record.');
  expect(within(panel).queryByRole('button', { name: 'Accept' })).toBeNull();
});

test('late records are counted by officer, the cheaper days beside them', async () => {
  openApp('/late-records?show=officers', 'state admin', (server) => {
    server.answer(countLateRecords, () => ({
      success: true as const,
      data: [{ officer, late: 12, cheaper: 3, letIn: 1, takenOut: 2 }],
    }));
  });
  await waitFor(() => expect(rowTexts().join()).toContain('Hauwa Bello'));
  expect(rowTexts().join()).toMatch(/12.*3.*1.*2/s);
});

test('what was taken out of a phone is listed with its price and its reason', async () => {
  openApp('/late-records?show=taken-out', 'state admin', (server) => {
    server.answer(listTakenOutRecords, ({ query }) =>
      pageOf(
        [
          {
            _id: '01KAQ0000000000000000000TK',
            kind: 'booking' as const,
            label: 'KTN-482AB',
            organisation: 'Kaduna' as const,
            zone: 'Zaria',
            officer,
            toldPrice: 12_000,
            madeAt: '2026-11-20T08:12:00.000Z',
            takenOutAt: '2026-11-20T09:00:00.000Z',
            reason: 'Booked twice by mistake.',
          },
        ],
        query,
      ),
    );
  });
  await waitFor(() => expect(rowTexts().join()).toContain('Booked twice by mistake.'));
  expect(rowTexts().join()).toContain('12,000');
});

test('an officer does not see late records', async () => {
  const { address } = openApp('/late-records', 'booking officer');
  await waitFor(() => expect(address()).toBe('/'));
});
