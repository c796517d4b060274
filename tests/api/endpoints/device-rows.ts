import { expect } from 'vitest';
import type { Role } from '#contract/roles.ts';
import { openSession } from '#tests/support/client.ts';
import { aPhone } from '#tests/support/devices.ts';
import { makeAccount } from '#tests/support/factories.ts';
import { ticketCodeOf } from '#tests/support/raw-bookings.ts';
import { nothing, recorders, type Row, type Scene, someText, staff } from './endpoint-row.ts';

/** A device of an account of its own: other calls here revoke all devices of theirs. */
async function ownDevice({ app, callers }: Scene, role: Role) {
  const { id: device, key } = await aPhone();
  if (role === 'guest') return { params: { id: callers.guest.id, device } };
  const { id, email } = await makeAccount(app.db, role);
  const row = { id: device, user_id: id, public_key: key, certificate: 'none' };
  const valid_until = new Date(Date.now() + 60_000);
  await app.db
    .insertInto('devices')
    .values({ ...row, valid_until })
    .execute();
  return { client: (await openSession(app.url, email)).client, params: { id, device } };
}

/** The calls about devices that sign tickets, and about the tickets that they sign. */
export const deviceRows = {
  certifyDevice: {
    reach: "one's own",
    alone: 'it is one’s own phone',
    open: recorders,
    status: 201,
    call: async () => ({ body: { key: (await aPhone()).key } }),
    writes: [
      [
        'user.device-certified',
        null,
        { device: someText, browser: someText, validUntil: someText },
      ],
    ],
  },
  listKnownDevices: { reach: 'an organisation', open: staff, call: nothing, writes: [] },
  listDevicesOf: {
    reach: 'one user',
    one: ({ user: { id } }) => ({ id, asked: { params: { id } } }),
    open: staff,
    call: ({ callers }, role) => Promise.resolve({ params: { id: callers[role].id } }),
    writes: [],
  },
  revokeDevice: {
    reach: 'one user',
    alone: 'what the phone has signed and sent stands',
    one: ({ user: { id } }) => ({ id, asked: { params: { id, device: 'any' } } }),
    open: staff,
    call: ownDevice,
    writes: [['user.devices-revoked', { devices: expect.any(Array) as unknown }, { devices: [] }]],
  },
  readTicket: {
    reach: 'the same for all',
    open: staff,
    call: async ({ app, demoBooking }) => {
      const code = await ticketCodeOf(app.db, demoBooking._id);
      return { params: { code } };
    },
    writes: [],
  },
} satisfies Record<string, Row>;
