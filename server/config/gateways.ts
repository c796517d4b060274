import { type Organisation, organisationNames } from '#contract/places.ts';
import {
  type MessageGatewayName,
  messageGatewayNames,
  type MessageKeys,
  senderId,
} from '../gateways/message-gateway.ts';
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

export interface MessageConfig {
  readonly messageKeys: Readonly<Partial<Record<MessageGatewayName, MessageKeys>>>;
  /** The gateway of each organisation that has one, and the sender id registered there. */
  readonly messagesOf: Readonly<
    Partial<Record<Organisation, { readonly gateway: MessageGatewayName; readonly sender: string }>>
  >;
  /** A part of the addresses at which gateways report; set where an organisation has one. */
  readonly messageReportKey?: string;
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
  const named = readPairs('PAYMENT_GATEWAYS', v.PAYMENT_GATEWAYS, paymentGateway);
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
    `${missing.join(' and ')} must be set too, because another PAYKADUNA variable is set.`,
  );
}

function readPaystack(v: Variables): PaystackConfig | undefined {
  const { PAYSTACK_SECRET_KEY: secretKey, PAYSTACK_EMAIL: email, PAYSTACK_URL: url } = v;
  if (secretKey && email) return { url: url ?? 'https://api.paystack.co', secretKey, email };
  if (!secretKey && !email && !url) return undefined;
  const missing = (['PAYSTACK_SECRET_KEY', 'PAYSTACK_EMAIL'] as const).filter((name) => !v[name]);
  throw new ConfigError(
    `${missing.join(' and ')} must be set too, because another PAYSTACK variable is set.`,
  );
}

const messageVariables = {
  termii: { url: 'TERMII_URL', apiKey: 'TERMII_API_KEY', account: 'TERMII_SECRET_KEY' },
  africastalking: {
    url: 'AFRICASTALKING_URL',
    apiKey: 'AFRICASTALKING_API_KEY',
    account: 'AFRICASTALKING_USERNAME',
  },
  infobip: { url: 'INFOBIP_URL', apiKey: 'INFOBIP_API_KEY', account: undefined },
} as const;

/** The gateways that send messages, and for whom; throws as `readGateways`. */
export function readMessageGateways(v: Variables): MessageConfig {
  const messagesOf = readPairs('MESSAGE_GATEWAYS', v.MESSAGE_GATEWAYS, messageGateway);
  const served = [...messagesOf.values()].map(({ gateway }) => gateway);
  const demanded = (gateway: string, name: keyof Variables): string => {
    const value = v[name];
    if (typeof value === 'string') return value.replace(/\/+$/, '');
    throw lacks(gateway, name, 'MESSAGE_GATEWAYS');
  };
  const keys = served.map((gateway) => {
    const { url, apiKey, account } = messageVariables[gateway];
    const [at, key] = [demanded(gateway, url), demanded(gateway, apiKey)];
    return [gateway, { url: at, apiKey: key, account: account ? demanded(gateway, account) : '' }];
  });
  return {
    messagesOf: Object.fromEntries(messagesOf),
    messageKeys: Object.fromEntries(keys) as MessageConfig['messageKeys'],
    ...(served[0] && { messageReportKey: demanded(served[0], 'MESSAGE_REPORT_KEY') }),
  };
}

/** `termii:KASTLEA` */
function messageGateway(text: string) {
  const [name, sender = '', ...rest] = text.split(':').map((part) => part.trim());
  const gateway = messageGatewayNames.find((known) => known === name?.toLowerCase());
  if (gateway && senderId.test(sender) && rest.length === 0) return { gateway, sender };
  const known = messageGatewayNames.join(', ');
  throw new ConfigError(
    `MESSAGE_GATEWAYS has ${JSON.stringify(text)}. Write a gateway and a sender id, such as termii:KASTLEA. The gateway must be one of ${known}. The sender id can have 3 to 11 letters, digits, hyphens, dots, underscores, ampersands or spaces.`,
  );
}

function paymentGateway(text: string, organisation: Organisation): GatewayName | null {
  const gateway = written.get(text.toLowerCase());
  if (gateway !== undefined) return gateway;
  throw new ConfigError(
    `PAYMENT_GATEWAYS sets ${organisation} to ${JSON.stringify(text)}. Set it to one of ${[...written.keys()].join(', ')}.`,
  );
}

/** `Kaduna=paykaduna, Lagos FRSC=paystack`, each value as `read` understands it. */
function readPairs<Value>(
  variable: string,
  text = '',
  read: (value: string, organisation: Organisation) => Value,
): ReadonlyMap<Organisation, Value> {
  const pairs = new Map<Organisation, Value>();
  for (const pair of text.split(',').filter((part) => part.trim() !== '')) {
    const [who = '', what = '', more] = pair.split('=').map((part) => part.trim());
    const organisation = organisationNames.find((name) => name.toLowerCase() === who.toLowerCase());
    if (!organisation || more !== undefined) {
      throw new ConfigError(
        `${variable} has ${JSON.stringify(pair.trim())}. Write it like Kaduna=${variable === 'PAYMENT_GATEWAYS' ? 'paykaduna' : 'termii:KASTLEA'}. The organisation must be one of ${organisationNames.join(', ')}.`,
      );
    }
    const value = read(what, organisation);
    if (pairs.has(organisation)) throw new ConfigError(`${variable} names ${organisation} twice.`);
    pairs.set(organisation, value);
  }
  return pairs;
}

function lacks(gateway: string, variable: string, by = 'PAYMENT_GATEWAYS'): ConfigError {
  return new ConfigError(`${by} names ${gateway}, so ${variable} must be set too.`);
}
