import * as devices from '#contract/modules/field-work/devices.ts';
import { serveAct } from '#server/acts/carry-out.ts';
import type { Part } from '#server/acts/part.ts';
import type { Deps } from '#server/deps.ts';
import { findToChange } from '#server/features/users/queries.ts';
import { answered } from '#server/http/answered.ts';
import type { Caller } from '#server/http/caller.ts';
import { Refusal } from '#server/http/refusal.ts';
import { heldAgainstTrail } from './against-trail.ts';
import { certify, revoking } from './commands.ts';
import { pruneDevices, revokeDevices } from './commands.ts';
import { devicesOf, knownDevicesOf } from './queries.ts';

/** A ticket is verified by its phone's certificate until long after the phone was used. */
const keptDeviceDays = 365;

export const devicesPart: Part = {
  name: 'devices',
  heldAgainstTrail,
  routes: deviceRoutes,
  shutsOut: revokeDevices,
  pruning: { leftovers: ({ db }) => pruneDevices(db, keptDeviceDays) },
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
  serveAct(deps, devices.revokeDevice, account, revoking);
}
