import { createHmac, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { organisationNames } from '#contract/places.ts';

export const secretKey = 'sk_test_a_key_to_keep_secret';

const asked = z.object({
  reference: z.string().regex(/^[A-Za-z0-9.=-]+$/),
  amount: z.number().int().positive(),
  currency: z.literal('NGN'),
  email: z.email(),
  metadata: z.unknown(),
});

interface Transaction extends z.infer<typeof asked> {
  readonly id: number;
  readonly access_code: string;
  status: string;
  readonly created_at: string;
  paid_at: string | null;
}

interface Trouble {
  /** Milliseconds that an answer waits after the work was done. */
  lateMs?: number;
  /** Answered instead, after the work was done. */
  status?: number;
  /** Rows on a page of the listing, whatever was asked for. */
  perPage?: number;
}

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** Speaks the part of Paystack's documented protocol that the product uses, on a loopback port. */
export async function startPaystack() {
  const transactions: Transaction[] = [];
  const trouble: Trouble = {};
  const server = createServer((request, response) => void serve(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port was given.');
  const url = `http://127.0.0.1:${address.port}`;
  const known = (reference: string) => transactions.find((one) => one.reference === reference);

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    await once(request, 'end');
    const said = answer(request, Buffer.concat(chunks).toString('utf8'));
    if (trouble.lateMs) await wait(trouble.lateMs);
    response.statusCode = trouble.status ?? said.status;
    response.end(JSON.stringify(said.body));
  }

  function answer(request: IncomingMessage, body: string): Answer {
    if (request.headers.authorization !== `Bearer ${secretKey}`) return no(401, 'Invalid key');
    const { pathname, searchParams } = new URL(request.url ?? '/', url);
    if (request.method === 'POST' && pathname === '/transaction/initialize')
      return initialise(body);
    if (pathname === '/transaction') return list(searchParams);
    const reference = /^\/transaction\/verify\/([^/]+)$/.exec(pathname)?.[1];
    if (reference === undefined) return no(404, 'Invalid endpoint');
    const found = known(reference);
    return found
      ? yes('Verification successful', shown(found))
      : no(400, 'Transaction reference not found.', 'transaction_not_found');
  }

  function initialise(body: string): Answer {
    const read = asked.safeParse(JSON.parse(body));
    if (!read.success) return no(400, 'Invalid request');
    if (known(read.data.reference))
      return no(400, 'Duplicate Transaction Reference', 'duplicate_reference');
    const access_code = randomBytes(8).toString('hex');
    const [id, created_at] = [4_099_260_516 + transactions.length, new Date().toISOString()];
    const fresh = { status: 'abandoned', created_at, paid_at: null };
    transactions.push({ ...read.data, id, access_code, ...fresh });
    const { reference } = read.data;
    const authorization_url = `${url}/pay/${access_code}`;
    return yes('Authorization URL created', { authorization_url, access_code, reference });
  }

  function list(query: URLSearchParams): Answer {
    const perPage = trouble.perPage ?? Number(query.get('perPage') ?? 50);
    const page = Number(query.get('page') ?? 1);
    const from = query.get('from') ?? '';
    const to = query.get('to') ?? '9';
    const fits = transactions.filter(
      ({ status, created_at }) =>
        (query.get('status') ?? status) === status && created_at >= from && created_at <= to,
    );
    const start = (page - 1) * perPage;
    const pageCount = Math.ceil(fits.length / perPage);
    return {
      status: 200,
      body: {
        status: true,
        message: 'Transactions retrieved',
        data: fits
          .toReversed()
          .slice(start, start + perPage)
          .map(shown),
        meta: { total: fits.length, skipped: start, perPage, page, pageCount },
      },
    };
  }

  return {
    url,
    trouble,
    transactions,
    /** Pays like an offender on the page; answers body and headers of the notice that follows. */
    pay(reference: string, changes: Partial<Transaction> = {}) {
      const paid = known(reference);
      if (!paid) throw new Error(`There is no transaction ${reference}.`);
      Object.assign(paid, { status: 'success', paid_at: new Date().toISOString() }, changes);
      return signed({ event: 'charge.success', data: shown(paid) });
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

export type PaystackServer = Awaited<ReturnType<typeof startPaystack>>;

/** What the product is configured with, so that this Paystack serves one organisation and the sandbox the others. */
export const paystackFor = ({ url }: PaystackServer, organisation: string) => ({
  PAYSTACK_URL: url,
  PAYSTACK_SECRET_KEY: secretKey,
  PAYSTACK_EMAIL: 'payments@example.com',
  PAYMENT_GATEWAYS: organisationNames
    .map((name) => `${name}=${name === organisation ? 'paystack' : 'paykaduna'}`)
    .join(),
});

/** A notice as Paystack signs it. */
export function signed(content: unknown, key = secretKey) {
  const body = Buffer.from(typeof content === 'string' ? content : JSON.stringify(content));
  const signature = createHmac('sha512', key).update(body).digest('hex');
  return { body, headers: { 'x-paystack-signature': signature } };
}

/** A transaction as Paystack shows it: the code of its page is told once, and never again. */
function shown(transaction: Transaction) {
  const isPaid = transaction.status === 'success';
  const gateway_response = isPaid ? 'Successful' : 'The transaction was not completed';
  const rest = { gateway_response, domain: 'test', fees: null, access_code: undefined };
  return { ...transaction, ...rest };
}

function yes(message: string, data: unknown): Answer {
  return { status: 200, body: { status: true, message, data } };
}

function no(status: number, message: string, code?: string): Answer {
  return { status, body: { status: false, message, code } };
}
