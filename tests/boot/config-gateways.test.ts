import { describe, expect, test } from 'vitest';
import { organisationNames } from '#contract/places.ts';
import { readConfig } from '#server/config/config.ts';
import type { GatewayName } from '#server/gateways/payment-gateway.ts';
import { ConfigError } from '#server/process/start-error.ts';

const payKaduna = {
  PAYKADUNA_URL: 'https://gateway.example',
  PAYKADUNA_API_KEY: 'key',
  PAYKADUNA_ENGINE_CODE: 'engine',
};
const paystack = { PAYSTACK_SECRET_KEY: 'sk_live_1', PAYSTACK_EMAIL: 'receipts@traffic.example' };
const everywhere = (name: GatewayName) =>
  Object.fromEntries(organisationNames.map((organisation) => [organisation, name]));

test('Paystack needs its key and an address for receipts; where it is, is known', () => {
  expect(readConfig({ ...paystack, DEMO: 'off' }).paystack).toEqual({
    url: 'https://api.paystack.co',
    secretKey: 'sk_live_1',
    email: 'receipts@traffic.example',
  });
  const near = readConfig({ ...paystack, PAYSTACK_URL: 'http://127.0.0.1:4500' });
  expect(near.paystack?.url).toBe('http://127.0.0.1:4500');
  for (const name of Object.keys(paystack)) {
    expect(() => readConfig({ ...paystack, [name]: undefined })).toThrow(
      new RegExp(`^${name} must be set too`),
    );
  }
});

describe('which gateway serves an organisation', () => {
  const off = { DEMO: 'off' };
  const gatewayOf = (env: Record<string, string>) => readConfig(env).gatewayOf;

  test('is PayKaduna where it is configured, else Paystack, else the sandbox or none', () => {
    expect(gatewayOf({ ...off, ...paystack, ...payKaduna })).toEqual(everywhere('PayKaduna'));
    expect(gatewayOf({ ...off, ...paystack })).toEqual(everywhere('Paystack'));
    expect(gatewayOf(off)).toEqual({});
    const PAYSTACK_URL = 'http://127.0.0.1:4500';
    expect(gatewayOf({ DEMO: 'on', ...paystack, PAYSTACK_URL })).toEqual(everywhere('Paystack'));
  });

  test('is what PAYMENT_GATEWAYS says, in any spelling, for those that it names', () => {
    const PAYMENT_GATEWAYS = ' kaduna = PayKaduna,Lagos FRSC=paystack, Ogun=none,';
    expect(gatewayOf({ ...off, ...paystack, ...payKaduna, PAYMENT_GATEWAYS })).toEqual({
      Kaduna: 'PayKaduna',
      'Lagos FRSC': 'Paystack',
      'Abuja FRSC': 'PayKaduna',
    });
    const PAYSTACK_URL = 'http://127.0.0.1:4500';
    expect(gatewayOf({ ...paystack, PAYSTACK_URL, PAYMENT_GATEWAYS })).toEqual({
      Kaduna: 'PayKaduna',
      'Lagos FRSC': 'Paystack',
      'Abuja FRSC': 'Paystack',
    });
  });

  test.each([
    ['an organisation that there isn’t', 'Kano=paykaduna', 'Kano'],
    ['a gateway that there isn’t', 'Kaduna=constructor', 'constructor'],
    ['half a pair', 'Kaduna', 'Kaduna'],
    ['more than a pair', 'Kaduna=paykaduna=paystack', 'Kaduna'],
    ['an organisation twice', 'Kaduna=paykaduna, kaduna=none', 'Kaduna twice'],
    ['PayKaduna without its keys', 'Kaduna=paykaduna', 'PAYKADUNA_URL must be set too'],
    ['Paystack without its keys', 'Kaduna=paystack', 'PAYSTACK_SECRET_KEY must be set too'],
  ])('isn’t said by %s', (_what, PAYMENT_GATEWAYS, named) => {
    expect(() => readConfig({ ...off, PAYMENT_GATEWAYS })).toThrow(
      new RegExp(`^PAYMENT_GATEWAYS .*${named}.*\\.$`),
    );
  });
});

describe('a value that can’t be used names its variable', () => {
  test.each([
    ['PAYSTACK_URL', { ...paystack, PAYSTACK_URL: 'http://api.paystack.example' }],
    ['PAYSTACK_URL', { ...paystack, PAYSTACK_URL: 'api.paystack.example' }],
    ['PAYSTACK_SECRET_KEY', { ...paystack, PAYSTACK_SECRET_KEY: 'sk live' }],
    ['PAYSTACK_EMAIL', { ...paystack, PAYSTACK_EMAIL: 'traffic.example' }],
    ['SANDBOX_NOTICES', { SANDBOX_NOTICES: 'no' }],
  ])('%s in %j', (name, env) => {
    const read = () => readConfig(env);
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(new RegExp(`^${name} .+\\.$`));
  });
});
