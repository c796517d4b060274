import { withdrawBooking } from '#contract/booking-corrections.ts';
import { exceptionRegister } from '#contract/exceptions.ts';
import { confirmException, readException, settleException } from '#contract/exceptions.ts';
import { decideFee, proposeFee } from '#contract/fees.ts';
import { decideStatement, sendStatement } from '#contract/modules/money/statements.ts';
import { type Client, signedIn } from '../../support/client.ts';
import { anException } from '../../support/exceptions.ts';
import { asOwner, makeAccount } from '../../support/factories.ts';
import { billed, booked } from '../../support/journey.ts';
import type { RunningServer } from './server.ts';

export const moneyNames = [
  /** An open exception of the demo with a choice of decisions, and its booking. */
  'exception',
  'oddBooking',
  /** Its bill may or may not stand at the gateway. */
  'doubtfulException',
  /** Settled by the state admin of the walk; the second is confirmed too. */
  'waitingException',
  'settledException',
  /** An offence with a fee to come, and one that waits to be confirmed. */
  'pricedOffence',
  /** As in an address; a statement covers these days. */
  'statementDays',
  'withdrawn',
] as const;

type MoneyRecords = Readonly<Record<(typeof moneyNames)[number], string>>;

const reason = 'Looked at with the cashier.';

/** Finds an exception of the demo, and makes what the demo does not have. */
export async function findMoney(server: RunningServer, client: Client): Promise<MoneyRecords> {
  const { email } = await server.query((db) => makeAccount(db, 'state admin'));
  const second = await signedIn(server.url, email);
  const { data } = await client.ok(exceptionRegister.list, { query: { state: 'open' } });
  const exception = data.find(({ kind, booking }) => booking && kind !== 'unproven');
  if (!exception?.booking) throw new Error('The demo has such an exception.');

  const anomaly = () => server.query((db) => anException(db, client));
  const settle = async (id: string) => {
    const body = { decision: 'refund', reason } as const;
    return (await client.ok(settleException, { params: { id }, body })).data;
  };
  const { id: waitingException } = await settle(await anomaly());
  const { id: settledException, settlement } = await settle(await anomaly());
  await second.ok(confirmException, {
    params: { id: settledException },
    body: { agrees: true, proposedAt: settlement?.at ?? '' },
  });
  const doubtfulException = await anomaly();
  // A bill that is made later would settle the doubt by itself.
  const { data: doubtful } = await client.ok(readException, { params: { id: doubtfulException } });
  await billed(client, doubtful.booking?._id ?? '');
  // The application may not change what kind an exception is.
  await asOwner(
    await server.urls(),
    `update payment_exceptions set kind = 'bill in doubt' where id = $1`,
    [doubtfulException],
  );

  const pricedOffence = 'LGC-16';
  const fee = { amount: 25_000, from: daysFromNow(30), reason };
  const { data: proposed } = await client.ok(proposeFee, {
    params: { id: pricedOffence },
    body: fee,
  });
  await second.ok(decideFee, { params: { id: proposed.id }, body: { agrees: true } });
  const later = { ...fee, from: daysFromNow(60) };
  await second.ok(proposeFee, { params: { id: pricedOffence }, body: later });
  const { _id: withdrawn } = await booked(client);
  await second.ok(withdrawBooking, { params: { id: withdrawn }, body: { reason } });
  return {
    exception: exception.id,
    oddBooking: exception.booking._id,
    doubtfulException,
    waitingException,
    settledException,
    pricedOffence,
    withdrawn,
    statementDays: await sendStrayStatements(client, second),
  };
}

/**
 * Sends a statement of the week before today that knows nothing of the demo's payments, and another
 * that waits to be confirmed.
 */
async function sendStrayStatements(client: Client, second: Client): Promise<string> {
  const days = { from: daysFromNow(-8), to: daysFromNow(-2) };
  const content = `Date,Reference,Receipt,Amount\n${days.to},STRAY,2,70.50\n`;
  const file = { field: 'file', content, name: 'bank.csv', type: 'text/csv' };
  const { data } = await client.ok(sendStatement, { body: days, files: [file] });
  await second.ok(decideStatement, { params: { id: data.id }, body: { agrees: true } });
  const other = { ...file, content: `${content}${days.to},STRAY,3,10.00\n` };
  await second.ok(sendStatement, { body: days, files: [other] });
  return new URLSearchParams(days).toString();
}

const daysFromNow = (days: number) =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
