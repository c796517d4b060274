import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Part } from '#contract/dashboard.ts';
import { unattendedHeader } from '#contract/unattended.ts';
import { currentRead } from '#server/db/one-read.ts';
import { positionText } from '#server/db/positions.ts';
import { positionHeader } from './told.ts';

/**
 * The text of the answers to several reads of one caller, by name, as if each had been a call of its
 * own: null where there is none to make, or where it was refused or failed. They end when the caller's
 * connection does, and see what the call that asks for them must see.
 */
export async function readTogether(
  app: FastifyInstance,
  { headers, ip }: FastifyRequest,
  parts: Readonly<Record<string, Part | null>>,
): Promise<string> {
  const read = currentRead();
  const own = {
    authorization: headers.authorization,
    // The call that asks for them is what counts as use of the session.
    [unattendedHeader]: 'yes',
    ...(read?.mustSee !== undefined && { [positionHeader]: positionText(read.mustSee) }),
  };
  const answers = Object.entries(parts).map(async ([name, part]) => {
    if (part === null) return `${JSON.stringify(name)}:null`;
    const { statusCode, payload } = await app.inject({
      url: part.path,
      query: Object.fromEntries(Object.entries(part.query).map(([of, value]) => [of, `${value}`])),
      headers: own,
      remoteAddress: ip,
      ...(read && { signal: read.signal }),
    });
    return `${JSON.stringify(name)}:${statusCode === 200 ? payload : 'null'}`;
  });
  return `{${(await Promise.all(answers)).join(',')}}`;
}
