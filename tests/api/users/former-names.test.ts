import { expect } from 'vitest';
import { listBookings, readBooking } from '#contract/bookings.ts';
import { readHistory } from '#contract/history.ts';
import { updateUser } from '#contract/user-changes.ts';
import { booked } from '#tests/support/journey.ts';
import { test } from '#tests/support/scene.ts';

test(
  'records, papers and histories name whoever acted as they were called then',
  { tags: 'night' },
  async ({ app, officer, admin }) => {
    const first = await booked(officer);
    const rename = (lastName: string) =>
      officer.ok(updateUser, { params: { id: officer.id }, body: { lastName } });
    await rename('Bello');
    const second = await booked(officer);
    await rename('Musa');
    const third = await booked(officer);

    const nameOf = async (id: string) =>
      (await officer.ok(readBooking, { params: { id } })).data.createdBy.name;
    const paperOf = async (id: string) => {
      const address = `${app.url}/api/v1/booking/${id}/paper?of=ticket&size=a4&format=html`;
      return (
        await fetch(address, { headers: { authorization: `Bearer ${officer.token}` } })
      ).text();
    };
    const historyOf = async (id: string) =>
      (await admin.ok(readHistory, { params: { record: 'booking', id } })).data[0]?.actor.name;
    for (const [{ _id, createdBy }, name] of [
      [first, 'Amina Sule'],
      [second, 'Amina Bello'],
      [third, 'Amina Musa'],
    ] as const) {
      expect(createdBy.name).toBe(name);
      expect(await nameOf(_id)).toBe(name);
      expect(await historyOf(_id)).toBe(name);
      expect(await paperOf(_id)).toContain(name);
    }
    const { data } = await officer.ok(listBookings, {});
    expect(data.map(({ createdBy }) => createdBy.name)).toEqual([
      'Amina Musa',
      'Amina Bello',
      'Amina Sule',
    ]);
  },
);
