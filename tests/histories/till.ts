import { setTimeout as wait } from 'node:timers/promises';
import fastify from 'fastify';
import { sql } from 'kysely';
import { noticePayment } from '#contract/notices.ts';
import { closeDatabase, type Database, openDatabase } from '#server/db/database.ts';
import { listOffences } from '#server/features/offences/queries.ts';
import { signNotice } from '#server/gateways/notice-signature.ts';
import { noticeHeader } from '#server/gateways/paykaduna-notice.ts';
import { sandboxPayKaduna } from '#server/gateways/sandbox-paykaduna/plugin.ts';
import { freePort } from '#tests/support/free-port.ts';

const prefix = '/sandbox/paykaduna';
const apiKey = 'the key of the histories';
const engineCode = 'HISTORIES';

// A little longer than the product waits for an answer.
const tooLate = 10_500;

/** The state of a bill at its gateway: the money it took last, and its receipt. */
export interface Taken {
  /** In hundredths of `currency`. */
  readonly amountKobo: number;
  readonly currency: string;
  readonly receipt: string;
}

/** A notice as it goes over the wire. */
export interface WireNotice {
  readonly headers: Record<string, string>;
  readonly body: string;
}

/**
 * A gateway under the control of the test: it takes the right money, wrong money, money twice, and
 * can be late.
 */
export interface Till {
  /** The configuration by which the product uses it. */
  readonly env: Record<string, string>;
  pay(billRef: string, offBy: number, currency: string): Promise<void>;
  /** Takes the money of a paid bill again, where the gateway can do such a thing. */
  payAgain(billRef: string): Promise<void>;
  taken(billRef: string): Promise<Taken | null>;
  /** The next answer about this bill comes after the product's time-out. */
  beLate(billRef: string): void;
  /** The address under which the product takes its notices. */
  readonly noticePath: string;
  /** The notice of a bill in its present state; an unchanged bill gives the same bytes again. */
  notice(billRef: string, key?: string): Promise<WireNotice>;
  close(): Promise<void>;
}

/** A till that can also hang as a whole. */
export interface PayKaduna extends Till {
  /** From now on no call is answered, until the function that comes back is called. */
  hang(): () => void;
}

/** PayKaduna's stand-in on a port of its own, with its books in the database at `url`. It takes naira alone. */
export async function openPayKaduna(url: string): Promise<PayKaduna> {
  const db = openDatabase(url, { max: 10 });
  const port = await freePort();
  const publicUrl = `http://127.0.0.1:${port}`;
  const late = new Set<string>();
  let hanging: Promise<undefined> | undefined;
  const app = fastify();
  app.addHook('onRequest', async () => hanging);
  app.addHook('onSend', async (request) => {
    const { billreference = '' } = request.query as { billreference?: string };
    if (late.delete(billreference)) await wait(tooLate);
  });
  await app.register(sandboxPayKaduna, {
    prefix,
    db,
    apiKey,
    engineCode,
    publicUrl,
    revenueCodes: listOffences().map(({ code }) => code),
  });
  await app.listen({ port, host: '127.0.0.1' });
  return {
    env: {
      PAYKADUNA_URL: publicUrl + prefix,
      PAYKADUNA_API_KEY: apiKey,
      PAYKADUNA_ENGINE_CODE: engineCode,
    },
    ...books(db),
    noticePath: noticePayment.path.replace(':gateway', 'paykaduna'),
    beLate: (billRef) => late.add(billRef),
    hang() {
      const { promise, resolve } = Promise.withResolvers<undefined>();
      hanging = promise;
      return () => {
        resolve(undefined);
      };
    },
    async notice(billReference, key = apiKey) {
      const invoiceNo = (await taken(db, billReference))?.receipt ?? '-';
      const data = { invoiceNo, billReference };
      const body = JSON.stringify({ event: 'charge.success', data });
      return { body, headers: { [noticeHeader]: signNotice(key, Buffer.from(body)) } };
    },
    async close() {
      await app.close();
      await closeDatabase(db);
    },
  };
}

function books(db: Database): Pick<Till, 'pay' | 'payAgain' | 'taken'> {
  const receipt = sql`to_char(nextval('sandbox.receipts'), 'FM00000000')`;
  return {
    async pay(billRef, offBy) {
      await db.transaction().execute(async (trx) => {
        const paid = await sql`
          update sandbox.bills set receipt = ${receipt}, paid_at = now()
          where bill_reference = ${billRef} and receipt is null returning 1`.execute(trx);
        if (paid.rows.length === 0 || offBy === 0) return;
        await sql`
          update sandbox.bill_items set amount_kobo = amount_kobo + ${offBy}
          where bill_reference = ${billRef} and position = 0`.execute(trx);
      });
    },
    async payAgain(billRef) {
      await sql`
        update sandbox.bills set receipt = ${receipt}, paid_at = now()
        where bill_reference = ${billRef} and receipt is not null`.execute(db);
    },
    taken: (billRef) => taken(db, billRef),
  };
}

async function taken(db: Database, billRef: string): Promise<Taken | null> {
  const { rows } = await sql<Taken>`
    select receipt, 'NGN' as currency, (select sum(amount_kobo)::bigint from sandbox.bill_items
      where bill_items.bill_reference = bills.bill_reference) as "amountKobo"
    from sandbox.bills where bill_reference = ${billRef} and receipt is not null`.execute(db);
  return rows[0] ?? null;
}
