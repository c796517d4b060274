import { screen, within } from '@testing-library/react';
import type { Booking } from '#contract/bookings.ts';
import type { Collision } from '#contract/collisions.ts';
import type { User } from '#contract/users.ts';
import * as records from './records.ts';

const two = (number: number) => String(number).padStart(2, '0');

export const amina = { id: 'somebody', name: 'Amina Bello', role: 'booking officer' } as const;

/** The booking of a number: a later one has a higher number, its plate tells which it is. */
export const aBooking = (number: number, changes: Partial<Booking> = {}): Booking =>
  records.aBooking({
    _id: `01JB00K1NG0000000000000${100 + number}`,
    createdAt: `2026-11-20T10:${two(number)}:00.000Z`,
    zone: 'Zaria',
    registration: `KTN-${100 + number}AB`,
    ...changes,
  });

export const aCollision = (number: number, changes: Partial<Collision> = {}): Collision =>
  records.aCollision({
    _id: `01JC0111DE0000000000000${100 + number}`,
    createdAt: `2026-11-20T10:${two(number)}:00.000Z`,
    location: `Kilometre ${number}`,
    noOfCars: 1,
    ...changes,
  });

export const aPerson = (number: number, changes: Partial<User> = {}): User =>
  records.aUser(
    {
      firstName: 'Hauwa',
      lastName: `Sani ${number}`,
      role: 'booking officer',
      zone: 'Zaria',
      ...changes,
    },
    `01JPERSON00000000000000${100 + number}`,
  );

export const many = <Row>(count: number, make: (number: number) => Row): Row[] =>
  Array.from({ length: count }, (_, index) => make(count - index));

/** The page of these rows that was asked for. */
export function pageOf<Row>(all: readonly Row[], { page, limit }: { page: number; limit: number }) {
  const data = all.slice((page - 1) * limit, page * limit);
  return {
    success: true as const,
    data,
    total: all.length,
    count: data.length,
    limit,
    pagination: {},
  };
}

export const bookingsOf = (all: readonly Booking[], query: { page: number; limit: number }) => ({
  ...pageOf(all, query),
  sum: all.reduce((sum, { price }) => sum + price, 0),
});

/** The rows of the list that is shown, without its header. */
export function shownRows(): HTMLElement[] {
  const table = screen.queryByRole('table');
  return table ? within(table).getAllByRole('row').slice(1) : [];
}

export const rowTexts = () => shownRows().map((row) => row.textContent);
export const shownColumns = () =>
  screen.getAllByRole('columnheader').map((header) => header.textContent);
/** The plates of `aBooking`, in the order of the rows. */
export const shownPlates = () => rowTexts().map((row) => /KTN-\d+AB/.exec(row)?.[0]);
export const chip = (name: string | RegExp) =>
  within(screen.getByRole('group', { name: 'Filters' })).getByRole('button', { name });
