import { z } from 'zod';
import { readBoundedText } from './bounded-body.ts';

const mostBytes = 5_000_000;

const styleSchema = z.object({
  version: z.literal(8),
  sources: z.record(z.string(), z.object({})),
  layers: z.array(z.object({})).min(1),
});

/**
 * Reads the style of the live map within so many ms. Answers in one sentence, without the key that the
 * address may have, why it can't be used; '' where it can.
 */
export async function whyNoStyle(address: string, mostMs: number): Promise<string> {
  const { host } = new URL(address);
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(mostMs) });
    if (!answer.ok) return `${host} refuses the style of MAP_STYLE_URL (${answer.status}).`;
    styleSchema.parse(JSON.parse((await readBoundedText(answer, mostBytes)) ?? ''));
    return '';
  } catch (error) {
    return error instanceof SyntaxError || error instanceof z.ZodError
      ? `What ${host} has under MAP_STYLE_URL is no style of a map.`
      : `This server can’t reach ${host}, which has the style of MAP_STYLE_URL.`;
  }
}
