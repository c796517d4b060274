import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { messageRegister, type Message } from '#contract/modules/after-ticket/messages.ts';
import type { AccountState } from '#contract/places.ts';
import { messageTroubles } from '#server/modules/after-ticket/messages/sending.ts';
import {
  type GatewayName,
  type Play,
  type StandIn,
  startStandIn,
} from '#tests/gateways/message-stand-in.ts';
import { asOwner } from '#tests/support/factories.ts';
import { booked } from '#tests/support/journey.ts';
import { messageEnv, reportKey, sendAll, switchOn } from '#tests/support/messages.ts';
import { makePerson, type Person } from '#tests/support/people.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

const gateways: readonly [GatewayName, AccountState, string][] = [
  ['termii', 'Kaduna', 'Zaria'],
  ['africastalking', 'Ogun', 'Sagamu'],
  ['infobip', 'Lagos', 'Ikeja'],
];

/** Words for a message that reached nobody, with Infobip’s group; some stand in no document. */
const notReached: Record<GatewayName, [string, number][]> = {
  termii: [
    ['Expired', 0],
    ['Message Failed', 0],
    ['EXPIRED | Phone was off', 0],
    ['Undelivered', 0],
    ['Absent Subscriber', 0],
    ['Sending failed', 0],
  ],
  africastalking: [
    ['AbsentSubscriber', 0],
    ['Expired', 0],
    ['Failed', 0],
    ['NotDelivered', 0],
    ['RejectedByOperator', 0],
  ],
  infobip: [
    ['EXPIRED_EXPIRED', 4],
    ['UNDELIVERABLE_NOT_DELIVERED', 2],
    ['REJECTED_DESTINATION', 5],
    ['EC_ABSENT_SUBSCRIBER', 9],
  ],
};

let standIn: StandIn;
let env: Record<string, string>;
let app: TestApp;
const officers = new Map<GatewayName, Person>();
const admins = new Map<GatewayName, Person>();

beforeAll(async () => {
  standIn = await startStandIn();
  env = messageEnv(standIn.url);
  app = await startTestApp(env);
  for (const [gateway, state] of gateways) {
    standIn.reportTo.set(
      gateway,
      `${app.url}/api/v1/message/report/${gateway}/${reportKey(gateway)}`,
    );
    officers.set(gateway, await makePerson(app, 'booking officer', { state }));
    admins.set(gateway, await makePerson(app, 'state admin', { state }));
  }
  await switchOn(app, 'Kaduna');
  await switchOn(app, 'Ogun');
  await switchOn(app, 'Lagos FRSC');
});
afterAll(async () => {
  await app.stop();
  await standIn.close();
});

let phones = 100;

/** Books while the gateway plays a case; answers the message, and how often it was taken. */
async function told(gateway: GatewayName, play: Play, now?: Date) {
  standIn.play = play;
  phones += 1;
  const phoneNo = `0803 555 0${phones}`;
  const { _id: booking } = await booked(person(officers, gateway), {
    phoneNo,
    zone: gateways.find(([name]) => name === gateway)?.[2] ?? '',
  });
  await sendAll(app, env, now);
  return {
    booking,
    times: () => standIn.taken.filter(({ to }) => to.endsWith(phoneNo.slice(-3))).length,
  };
}

function person(people: ReadonlyMap<GatewayName, Person>, gateway: GatewayName): Person {
  const found = people.get(gateway);
  if (!found) throw new Error(`Nobody works with ${gateway}.`);
  return found;
}

async function messageOf(gateway: GatewayName, booking: string): Promise<Message> {
  // The chore of the product itself may be the one that sends it.
  for (let tries = 0; tries < 200; tries += 1) {
    const { data } = await person(admins, gateway).ok(messageRegister.list, { query: { booking } });
    const [message] = data;
    if (!message) throw new Error('Nothing was queued.');
    if (message.state !== 'queued' || message.reason !== '') {
      await standIn.settled();
      return (
        (await person(admins, gateway).ok(messageRegister.list, { query: { booking } })).data[0] ??
        message
      );
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('It still waits.');
}

describe.each(gateways)('%s', (gateway) => {
  beforeEach(() => {
    standIn.away = false;
  });

  test('accepted and delivered: the text is what was written, and the price what was reported', async () => {
    const { booking, times } = await told(gateway, 'accepted and delivered');
    const message = await messageOf(gateway, booking);
    expect(message).toMatchObject({ state: 'delivered', purpose: 'issued', parts: 1, reason: '' });
    expect(message.to).toMatch(/^234803…\d{3}$/);
    expect([message.cost, message.currency]).toEqual(
      { termii: [3.9, ''], africastalking: [4, 'NGN'], infobip: [4.2, 'NGN'] }[gateway],
    );
    const [last] = standIn.taken.slice(-1);
    expect(last).toMatchObject({ gateway, text: message.text });
    expect(last?.to).toMatch(
      gateway === 'africastalking' ? /^\+234803555\d{4}$/ : /^234803555\d{4}$/,
    );
    expect(message.text).toMatch(/: ticket ABC-123DE, N12,000, .*Pay or object: http/);
    expect(message.text).not.toContain('Musa');
    expect(times()).toBe(1);
  });

  test('accepted and silent: it stays sent, and is not sent again', async () => {
    const { booking, times } = await told(gateway, 'accepted and silent');
    expect(await messageOf(gateway, booking)).toMatchObject({ state: 'accepted', reports: [] });
    await sendAll(app, env, new Date(Date.now() + 30 * 86_400_000));
    expect(times()).toBe(1);
  });

  test('accepted, then DND: it is blocked for good', async () => {
    const { booking, times } = await told(gateway, 'accepted, then DND');
    expect(await messageOf(gateway, booking)).toMatchObject({ state: 'blocked' });
    await sendAll(app, env, new Date(Date.now() + 86_400_000));
    expect(times()).toBe(1);
  });

  test('refused for balance: it alarms, waits, and is sent once there is one', async () => {
    const { booking, times } = await told(gateway, 'refused for balance');
    const waits = await messageOf(gateway, booking);
    expect(waits).toMatchObject({ state: 'queued', sentAt: null });
    expect(await messageTroubles(app.db)).toMatchObject([
      {
        words:
          'Messages to drivers are not being sent. The account with the text message service has no credit left.',
      },
    ]);
    expect(times()).toBe(0);
    standIn.play = 'accepted and delivered';
    await sendAll(app, env, new Date(Date.now() + 3_600_000));
    await standIn.settled();
    expect(await messageOf(gateway, booking)).toMatchObject({ state: 'delivered' });
    expect(await messageTroubles(app.db)).toEqual([]);
    expect(times()).toBe(1);
  });

  test('refused for the sender id: it alarms, and nobody tries again', async () => {
    const { booking } = await told(gateway, 'refused for the sender id');
    expect(await messageOf(gateway, booking)).toMatchObject({ state: 'fault', sentAt: null });
    expect(await messageTroubles(app.db)).toHaveLength(1);
    await asOwner(app, 'update messages set troubled_at = null');
    standIn.play = 'accepted and delivered';
    const before = standIn.taken.length;
    await sendAll(app, env, new Date(Date.now() + 3_600_000));
    expect(standIn.taken).toHaveLength(before);
  });

  test('time-out after acceptance: nobody knows, so it is never sent again', async () => {
    const { booking, times } = await told(gateway, 'time-out after acceptance');
    expect(await messageOf(gateway, booking)).toMatchObject({ state: 'unknown' });
    standIn.play = 'accepted and delivered';
    await sendAll(app, env, new Date(Date.now() + 86_400_000));
    expect(times()).toBe(1);
    const taken = standIn.taken.at(-1)?.id ?? '';
    expect(await standIn.report(gateway, taken, 'delivered')).toBe(200);
    // Only where the gateway names our own id is it known which one arrived.
    const state = gateway === 'infobip' ? 'delivered' : 'unknown';
    expect(await messageOf(gateway, booking)).toMatchObject({ state });
  });

  test.each([500, 502, 503, 504, 408])(
    'an error %i after acceptance: nobody knows, so it is never sent again',
    async (status) => {
      standIn.errorStatus = status;
      const { booking, times } = await told(gateway, 'an error after acceptance');
      expect(await messageOf(gateway, booking)).toMatchObject({ state: 'unknown' });
      standIn.play = 'accepted and delivered';
      await sendAll(app, env, new Date(Date.now() + 86_400_000));
      expect(times()).toBe(1);
    },
  );

  test.each(notReached[gateway])(
    'a report that says %s (group %i): it was not reached, for this reason',
    async (status, group) => {
      const { booking } = await told(gateway, 'accepted and silent');
      const id = standIn.taken.at(-1)?.id ?? '';
      expect(await standIn.reportAs(gateway, id, { status, group })).toBe(200);
      expect(await messageOf(gateway, booking)).toMatchObject({
        state: 'unreachable',
        reason: status,
      });
    },
  );

  test('a report in a word that tells nothing: it stays sent', async () => {
    const { booking } = await told(gateway, 'accepted and silent');
    const id = standIn.taken.at(-1)?.id ?? '';
    await standIn.reportAs(gateway, id, { status: 'Forwarded by another operator', group: 1 });
    expect(await messageOf(gateway, booking)).toMatchObject({ state: 'accepted' });
  });

  test('the same report twice: it counts once', async () => {
    const { booking } = await told(gateway, 'the same report twice');
    const message = await messageOf(gateway, booking);
    expect(message).toMatchObject({ state: 'delivered' });
    expect(message.reports).toHaveLength(1);
  });

  test('reports out of order: the first overtakes the answer, and delivered stays delivered', async () => {
    const { booking } = await told(gateway, 'reports out of order');
    const message = await messageOf(gateway, booking);
    expect(message.state).toBe('delivered');
    expect(message.reports.map(({ state }) => state)).toEqual(['delivered', 'accepted']);
  });

  test('a report for an unknown id: it is taken, and changes nothing', async () => {
    const { booking } = await told(gateway, 'a report for an unknown id');
    expect(await messageOf(gateway, booking)).toMatchObject({ state: 'accepted', reports: [] });
    const before = await asOwner(app, 'select from message_reports');
    for (const hostile of ['x'.repeat(5_000), 'a\u0000b', ''])
      expect(await standIn.report(gateway, hostile, 'delivered')).toBe(200);
    expect(await asOwner(app, 'select from message_reports')).toHaveLength(before.length);
  });

  test('a wrong signature, or another address where nothing is signed: it changes nothing', async () => {
    const { booking } = await told(gateway, 'a wrong signature');
    expect(await messageOf(gateway, booking)).toMatchObject({ state: 'accepted', reports: [] });
    const at = `${app.url}/api/v1/message/report/${gateway}/`;
    const unsigned = (key: string) => fetch(at + key, { method: 'POST', body: new Blob(['{}']) });
    expect((await unsigned(reportKey(gateway))).status).toBe(gateway === 'termii' ? 401 : 200);
    expect((await unsigned(`${reportKey(gateway)}x`)).status).toBe(404);
  });

  test('a cost in another currency: it is kept as it was reported', async () => {
    const { booking } = await told(gateway, 'a cost in another currency');
    const { cost, currency } = await messageOf(gateway, booking);
    expect([cost, currency]).toEqual(
      // Termii tells no currency.
      { termii: [3.9, ''], africastalking: [0.8, 'KES'], infobip: [4.2, 'USD'] }[gateway],
    );
  });

  test('a gateway that is away for a day: nothing is lost, and nothing doubled', async () => {
    standIn.away = true;
    const { booking, times } = await told(gateway, 'accepted and delivered');
    for (let hour = 1; hour < 24; hour += 1)
      await sendAll(app, env, new Date(Date.now() + hour * 3_600_000));
    expect(await messageOf(gateway, booking)).toMatchObject({ state: 'queued' });
    expect(times()).toBe(0);
    standIn.away = false;
    await sendAll(app, env, new Date(Date.now() + 36 * 3_600_000));
    await standIn.settled();
    expect(await messageOf(gateway, booking)).toMatchObject({ state: 'delivered' });
    expect(times()).toBe(1);
  });
});

test('at Infobip a message that only the operator has is not delivered yet, and each part costs', async () => {
  const { booking } = await told('infobip', 'accepted and silent');
  const id = standIn.taken.at(-1)?.id ?? '';
  const said = { status: 'DELIVERED_TO_OPERATOR', group: 3, parts: 3 };
  await standIn.reportAs('infobip', id, said);
  expect(await messageOf('infobip', booking)).toMatchObject({ state: 'accepted', cost: 12.6 });
});
