import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { organisationNames } from '#contract/places.ts';
import { type Config, urlHost } from '#server/config/config.ts';
import type { Database } from '#server/db/database.ts';
import { listOffences } from '#server/features/offences/queries.ts';
import { createPayKaduna } from '#server/gateways/paykaduna.ts';
import type { Gateways, PaymentGateway } from '#server/gateways/payment-gateway.ts';
import { createPaystack } from '#server/gateways/paystack.ts';
import type { SandboxFaults } from '#server/gateways/sandbox-paykaduna/faults.ts';
import { sandboxPayKaduna } from '#server/gateways/sandbox-paykaduna/plugin.ts';

const sandboxPath = '/sandbox/paykaduna';
const noticePath = '/api/v1/payment/notice/paykaduna';
const sandboxEngine = 'HANYA-SANDBOX';

// Only this server speaks to its own sandbox, so the key can be made anew at each start.
const sandboxKey = (jwtSecret: string): string =>
  createHash('sha256').update(`sandbox gateway ${jwtSecret}`).digest('hex');

/** The gateway of each organisation, as the configuration says. */
export function chooseGateways(config: Config, jwtSecret: string): Gateways {
  const all = [payKadunaOf(config, jwtSecret), paystackOf(config)].filter((one) => one !== null);
  const named = (name: string | null) => all.find((gateway) => gateway.name === name) ?? null;
  return {
    all,
    of: (organisation) => named(config.gatewayOf[organisation] ?? null),
    named,
    homeOf: ({ name }) =>
      organisationNames.find((organisation) => config.gatewayOf[organisation] === name) ??
      organisationNames[0],
  };
}

/** The PayKaduna that is configured, else the sandbox in demo mode, else none. */
function payKadunaOf(config: Config, jwtSecret: string): PaymentGateway | null {
  if (config.payKaduna) return createPayKaduna({ ...config.payKaduna, pages: config.payPages });
  if (!config.demo) return null;
  return createPayKaduna({
    url: `http://${urlHost(config.host)}:${config.port}${sandboxPath}`,
    apiKey: sandboxKey(jwtSecret),
    engineCode: sandboxEngine,
  });
}

function paystackOf({ paystack, payPages }: Config): PaymentGateway | null {
  return paystack ? createPaystack({ ...paystack, pages: payPages }) : null;
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
    ...(config.sandboxNotices && { noticeUrl: config.publicUrl + noticePath }),
    ...(faults ? { faults } : {}),
  });
}
