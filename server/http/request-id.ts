import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { inCall } from '#server/process/log.ts';

export const requestIdHeader = 'x-request-id';

/** Letters and digits that nobody mistakes for one another, read out or written down. */
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Eight letters such as `K7QM-2XWD`: enough to find one call among those of a month. */
export function newRequestId(): string {
  const drawn = [...randomBytes(8)].map((byte) => letters[byte % 32]);
  return `${drawn.slice(0, 4).join('')}-${drawn.slice(4).join('')}`;
}

const isWellFormed = (id: string): boolean => /^[A-Za-z0-9][A-Za-z0-9._-]{7,63}$/.test(id);

/** Names each call; the name that a trusted proxy has given it stays. */
export function requestIds(
  trustedProxies: readonly string[],
): (request: Pick<IncomingMessage, 'headers' | 'socket'>) => string {
  const proxies = new BlockList();
  for (const proxy of trustedProxies) {
    const [address = '', bits] = proxy.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (bits === undefined) proxies.addAddress(address, family);
    else proxies.addSubnet(address, Number(bits), family);
  }
  return ({ headers, socket: { remoteAddress = '' } }) => {
    const given = headers[requestIdHeader];
    if (typeof given !== 'string' || !isWellFormed(given)) return newRequestId();
    const address = remoteAddress.replace(/^::ffff:(?=\d+\.)/i, '');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    return isIP(address) > 0 && proxies.check(address, family) ? given : newRequestId();
  };
}

/** Each answer says the id of its call, and each line that is logged meanwhile. */
export function tellRequestIds(server: FastifyInstance): void {
  server.addHook('onRequest', (request, reply, done) => {
    reply.header(requestIdHeader, request.id);
    inCall(request.id, done);
  });
  // A parser of bodies goes on in the surroundings of the connection.
  server.addHook('preValidation', (request, _reply, done) => {
    inCall(request.id, done);
  });
}
