import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { organisationNames } from '#contract/places.ts';
import { type Config, urlHost } from '../../config.ts';
import type { Database } from '../../db/database.ts';
import { createPayKaduna } from '../../gateways/paykaduna.ts';
import type { Gateways, PaymentGateway } from '../../gateways/payment-gateway.ts';
import { type SandboxFaults, sandboxPayKaduna } from '../../gateways/sandbox-paykaduna/plugin.ts';
import { listOffences } from '../offences/queries.ts';

const sandboxPath = '/sandbox/paykaduna';
const sandboxEngine = 'HANYA-SANDBOX';

// Only this server speaks to its own sandbox, so the key need not be told to anyone.
const sandboxKey = (jwtSecret: string): string =>
  createHash('sha256').update(`sandbox gateway ${jwtSecret}`).digest('hex');

/** Which gateway serves which organisation, as the configuration says. */
export function chooseGateways(config: Config, jwtSecret: string): Gateways {
  const gateway = theGateway(config, jwtSecret);
  return {
    all: gateway ? [gateway] : [],
    of: () => gateway,
    named: (name) => (gateway?.name === name ? gateway : null),
    homeOf: () => organisationNames[0],
  };
}

/** The gateway the configuration names, else the sandbox in demo mode, else none. */
function theGateway(config: Config, jwtSecret: string): PaymentGateway | null {
  if (config.payKaduna) return createPayKaduna(config.payKaduna);
  if (!config.demo) return null;
  return createPayKaduna({
    url: `http://${urlHost(config.host)}:${config.port}${sandboxPath}`,
    apiKey: sandboxKey(jwtSecret),
    engineCode: sandboxEngine,
  });
}

/** Mounts the sandbox gateway in demo mode; nowhere else does it exist. */
export async function mountSandbox(
  app: FastifyInstance,
  sandbox: { config: Config; db: Database; jwtSecret: string; faults?: SandboxFaults | undefined },
): Promise<void> {
  const { config, db, jwtSecret, faults } = sandbox;
  if (!config.demo) return;
  await app.register(sandboxPayKaduna, {
    prefix: sandboxPath,
    db,
    apiKey: sandboxKey(jwtSecret),
    engineCode: sandboxEngine,
    publicUrl: config.publicUrl,
    revenueCodes: listOffences().map((offence) => offence.code),
    ...(faults ? { faults } : {}),
  });
}
