import { setTimeout as wait } from 'node:timers/promises';
import { readConfig } from '#server/config/config.ts';
import { chooseMessageGateways } from '#server/gateways/chosen-message-gateways.ts';
import { createMailer } from '#server/gateways/mail.ts';
import { reportKeyOf } from '#server/gateways/message-gateway.ts';
import { sendDueMessages } from '#server/modules/after-ticket/messages/sending.ts';
import { derivedKeys } from '#server/process/derived-keys.ts';
import { aDuty } from './duties.ts';
import { asOwner, makeAccount } from './factories.ts';
import { type TestApp, testSecret } from './test-app.ts';

const reportSecret = 'a-part-of-an-address-drawn-at-random';

/** The secret part of the address at which a gateway reports. */
export const reportKey = (gateway: string) => reportKeyOf(reportSecret, gateway);

/** The settings of a product whose organisations have all gateways, spoken at one address. */
export const messageEnv = (url: string): Record<string, string> => ({
  MESSAGE_GATEWAYS:
    'Kaduna=termii:KASTLEA, Ogun=africastalking:OGUNTRACE, Lagos FRSC=infobip:FRSCLAGOS',
  MESSAGE_REPORT_KEY: reportSecret,
  TERMII_URL: url,
  TERMII_API_KEY: 'termii-key',
  TERMII_SECRET_KEY: 'termii-secret',
  AFRICASTALKING_URL: url,
  AFRICASTALKING_USERNAME: 'hanya',
  AFRICASTALKING_API_KEY: 'africastalking-key',
  INFOBIP_URL: url,
  INFOBIP_API_KEY: 'infobip-key',
});

/** Switches messages on in an organisation, as two state admins do. */
export async function switchOn(
  app: TestApp,
  organisation: 'Kaduna' | 'Ogun' | 'Lagos FRSC' = 'Kaduna',
): Promise<void> {
  const state = { state: 'Kaduna' as const };
  const [by, decider] = [
    await makeAccount(app.db, 'state admin', state),
    await makeAccount(app.db, 'state admin', state),
  ];
  await aDuty(app, { duty: 'messages', by: by.id, decidedBy: decider.id, organisation });
}

/**
 * Sends what is due at a moment, as the chore does, until nothing is. What the product's own chore has
 * begun to send meanwhile is waited for.
 */
export async function sendAll(
  app: TestApp,
  env: Record<string, string>,
  now = new Date(),
): Promise<void> {
  const config = readConfig({ DEMO: 'on', PORT: new URL(app.url).port, ...env });
  const { smtpUrl, mailFrom: from } = config;
  const mailer = createMailer({ smtpUrl, from, dataDir: app.dataDir });
  const messages = chooseMessageGateways(config);
  const deps = { db: app.db, config, messages, mailer, keysFor: derivedKeys([testSecret]) };
  while ((await sendDueMessages(deps, now)) > 0);
  const begun = `select 1 from messages where state = 'queued' and begun_at is not null`;
  while ((await asOwner(app, begun)).length > 0) await wait(5);
}
