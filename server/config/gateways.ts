import { type Organisation, organisationNames } from '#contract/places.ts';
import type { GatewayName } from '../gateways/payment-gateway.ts';
import { ConfigError } from '../process/start-error.ts';
import type { Variables } from './variables.ts';

export interface PayKadunaConfig {
  readonly url: string;
  readonly apiKey: string;
  /** A second key that is also accepted while keys are being changed. */
  readonly nextApiKey?: string;
  readonly engineCode: string;
}

export interface PaystackConfig {
  readonly url: string;
  readonly secretKey: string;
  /** Gets the receipts of offenders without an address. */
  readonly email: string;
}

export interface GatewayConfig {
  readonly payKaduna?: PayKadunaConfig;
  readonly paystack?: PaystackConfig;
  /** The gateway of each organisation that has one, for its new bills. */
  readonly gatewayOf: Readonly<Partial<Record<Organisation, GatewayName>>>;
  /** Domains besides the gateways' own that show their pay pages. */
  readonly payPages: readonly string[];
  /** True if the sandbox sends notices of payments by itself, as a real gateway does. */
  readonly sandboxNotices: boolean;
}

const written = new Map<string, GatewayName | null>([
  ['paykaduna', 'PayKaduna'],
  ['paystack', 'Paystack'],
  ['none', null],
]);

/**
 * The gateways and whom they serve. In demo mode the sandbox stands for a PayKaduna that isn't
 * configured. Throws `ConfigError` with one sentence that names the variable at fault.
 */
export function readGateways(v: Variables, demo: boolean): GatewayConfig {
  const payKaduna = readPayKaduna(v);
  const paystack = readPaystack(v);
  const usual = payKaduna ? 'PayKaduna' : paystack ? 'Paystack' : demo ? 'PayKaduna' : null;
  const named = readPairs(v.PAYMENT_GATEWAYS ?? '');
  for (const name of named.values()) {
    if (name === 'PayKaduna' && !payKaduna && !demo) throw lacks('paykaduna', 'PAYKADUNA_URL');
    if (name === 'Paystack' && !paystack) throw lacks('paystack', 'PAYSTACK_SECRET_KEY');
  }
  const served = organisationNames.flatMap((organisation) => {
    const chosen = named.get(organisation);
    const name = chosen === undefined ? usual : chosen;
    return name === null ? [] : [[organisation, name] as const];
  });
  return {
    ...(payKaduna && { payKaduna }),
    ...(paystack && { paystack }),
    gatewayOf: Object.fromEntries(served),
    payPages: v.PAYMENT_PAGES,
    sandboxNotices: v.SANDBOX_NOTICES !== 'off',
  };
}

function readPayKaduna(v: Variables): PayKadunaConfig | undefined {
  const { PAYKADUNA_URL: url, PAYKADUNA_API_KEY: apiKey, PAYKADUNA_ENGINE_CODE: engineCode } = v;
  const nextApiKey = v.PAYKADUNA_API_KEY_NEXT;
  if (url && apiKey && engineCode) {
    return { url, apiKey, engineCode, ...(nextApiKey && { nextApiKey }) };
  }
  if (!url && !apiKey && !engineCode && !nextApiKey) return undefined;
  const missing = (['PAYKADUNA_URL', 'PAYKADUNA_API_KEY', 'PAYKADUNA_ENGINE_CODE'] as const).filter(
    (name) => !v[name],
  );
  throw new ConfigError(
    `${missing.join(' and ')} must be set too, because another PAYKADUNA variable is.`,
  );
}

function readPaystack(v: Variables): PaystackConfig | undefined {
  const { PAYSTACK_SECRET_KEY: secretKey, PAYSTACK_EMAIL: email, PAYSTACK_URL: url } = v;
  if (secretKey && email) return { url: url ?? 'https://api.paystack.co', secretKey, email };
  if (!secretKey && !email && !url) return undefined;
  const missing = (['PAYSTACK_SECRET_KEY', 'PAYSTACK_EMAIL'] as const).filter((name) => !v[name]);
  throw new ConfigError(
    `${missing.join(' and ')} must be set too, because another PAYSTACK variable is.`,
  );
}

/** `Kaduna=paykaduna, Lagos FRSC=paystack`; null where an organisation is to have none. */
function readPairs(text: string): ReadonlyMap<Organisation, GatewayName | null> {
  const pairs = new Map<Organisation, GatewayName | null>();
  for (const pair of text.split(',').filter((part) => part.trim() !== '')) {
    const [who = '', what = '', more] = pair.split('=').map((part) => part.trim());
    const organisation = organisationNames.find((name) => name.toLowerCase() === who.toLowerCase());
    const gateway = written.get(what.toLowerCase());
    if (!organisation || more !== undefined) {
      throw new ConfigError(
        `PAYMENT_GATEWAYS names ${JSON.stringify(pair.trim())}, but must be like Kaduna=paykaduna, for one of ${organisationNames.join(', ')}.`,
      );
    }
    if (gateway === undefined) {
      throw new ConfigError(
        `PAYMENT_GATEWAYS gives ${organisation} ${JSON.stringify(what)}, but must give one of ${[...written.keys()].join(', ')}.`,
      );
    }
    if (pairs.has(organisation)) {
      throw new ConfigError(`PAYMENT_GATEWAYS names ${organisation} twice.`);
    }
    pairs.set(organisation, gateway);
  }
  return pairs;
}

function lacks(gateway: string, variable: string): ConfigError {
  return new ConfigError(`PAYMENT_GATEWAYS names ${gateway}, so ${variable} must be set too.`);
}
