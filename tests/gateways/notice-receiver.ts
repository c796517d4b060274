import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { z } from 'zod';
import { apiKey } from './sandbox-server.ts';

const content = z.object({
  event: z.string(),
  data: z.object({
    invoiceNo: z.string(),
    billReference: z.string(),
    amount: z.number(),
    status: z.string(),
  }),
  message: z.string(),
});

interface Received extends z.infer<typeof content> {
  readonly body: Buffer;
  readonly headers: Record<string, string | string[] | undefined>;
  /** True if the gateway's own key signed it, checked without the product's code. */
  readonly isSigned: boolean;
}

/**
 * Receives notices in place of the product; answers each with the next of `statuses`, then with
 * 200.
 */
export async function startReceiver() {
  const received: Received[] = [];
  const statuses: number[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks);
      const { headers } = request;
      const signature = createHmac('sha512', apiKey).update(body).digest('hex');
      const isSigned = headers['x-paykaduna-signature'] === signature;
      received.push({ ...content.parse(JSON.parse(body.toString())), body, headers, isSigned });
      response.statusCode = statuses.shift() ?? 200;
      response.end();
      server.emit('notice');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port was given.');
  return {
    url: `http://127.0.0.1:${address.port}/api/v1/payment/notice/paykaduna`,
    received,
    statuses,
    /** Waits until so many notices have come in altogether. */
    async until(count: number): Promise<readonly Received[]> {
      while (received.length < count) await once(server, 'notice');
      return received;
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

export type Receiver = Awaited<ReturnType<typeof startReceiver>>;
