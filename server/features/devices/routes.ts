import * as devices from '#contract/devices.ts';
import type { Part } from '#server/acts/part.ts';
import type { Deps } from '#server/deps.ts';
import { findToChange } from '#server/features/users/queries.ts';
import { answered } from '#server/http/answered.ts';
import type { Caller } from '#server/http/caller.ts';
import { notFound, Refusal } from '#server/http/refusal.ts';
import { certify, revokeDevices } from './commands.ts';
import { devicesOf, knownDevicesOf } from './queries.ts';

export const devicesPart: Part = {
  name: 'devices',
  routes: deviceRoutes,
};

function deviceRoutes(deps: Deps): void {
  const { serve, db } = deps;
  serve(
    devices.certifyDevice,
    async ({ body, actor, caller, created }) => {
      const made = await certify(deps, actor, caller, body);
      if (made instanceof Refusal) return made;
      if (made.isNew) created();
      return answered(made.device);
    },
    { perMinute: 20, of: 'account' },
  );
  serve(
    devices.listKnownDevices,
    async ({ query, caller }) => answered(await knownDevicesOf(deps, caller, query)),
    { perMinute: 60, of: 'account' },
  );
  const account = ({ id }: { id: string }, caller: Caller) =>
    findToChange(db, caller, id, 'revoke devices');
  serve.record(devices.listDevicesOf, account, async ({ record }) =>
    answered(await devicesOf(db, record.id)),
  );
  serve.record(devices.revokeDevice, account, async ({ record, params: { device }, actor }) => {
    const of = { userId: record.id, device };
    const revoked = await db.transaction().execute((trx) => revokeDevices(trx, actor, of));
    return revoked === 0 ? notFound('device') : answered(await devicesOf(db, record.id));
  });
}
