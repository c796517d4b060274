import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { parse } from 'range-parser';
import type { ByteRange } from '#server/gateways/file-store.ts';
import { refuse } from './errors.ts';
import { Refusal } from './refusal.ts';

/** The bits of the parser's answer. */
const malformed = 1;
const unsatisfiable = 2;

/** The one range that a `Range` header asks for; `all` for none or several, `none` beyond the end. */
function rangeOf(header: string | undefined, size: number): ByteRange | 'all' | 'none' {
  const { code, type, ranges } = parse(size, header ?? '');
  if (type !== 'bytes' || (code & malformed) !== 0) return 'all';
  if (ranges.length > 1) return 'all';
  return ranges[0] ?? ((code & unsatisfiable) === 0 ? 'all' : 'none');
}

const beyondEnd = new Refusal(416, 'beyond_end', 'The file ends before the requested bytes.');

interface Ranged {
  readonly etag: string;
  readonly bytes: number;
  /** Of the answer that has its bytes. */
  readonly headers: Readonly<Record<string, string>>;
  readonly open: (range: ByteRange | undefined) => Readable | Promise<Readable>;
}

/**
 * Answers with a file or the one range of it that was asked for: 206. Says 304 to whoever has it,
 * 416 beyond its end.
 */
export async function sendRanged(
  request: FastifyRequest,
  reply: FastifyReply,
  { etag, bytes, headers, open }: Ranged,
) {
  reply.headers({ etag, 'accept-ranges': 'bytes' });
  if (request.headers['if-none-match'] === etag) return reply.status(304).send();
  const { range: wanted, 'if-range': onlyIf = etag } = request.headers;
  const range = rangeOf(onlyIf === etag ? wanted : undefined, bytes);
  if (range === 'none') {
    reply.headers({ 'content-range': `bytes */${bytes}`, 'cache-control': 'no-store' });
    return refuse(reply, beyondEnd);
  }
  if (range !== 'all')
    reply.status(206).header('content-range', `bytes ${range.start}-${range.end}/${bytes}`);
  const length = range === 'all' ? bytes : range.end - range.start + 1;
  reply.headers({ ...headers, 'content-length': length });
  // Without a stream, Fastify would give the size as 0.
  if (request.method === 'HEAD') return reply.send(Readable.from([]));
  return reply.send(await open(range === 'all' ? undefined : range));
}
