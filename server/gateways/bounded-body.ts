/**
 * The body of an answer as text; undefined, without reading the rest, when it is longer than
 * `limit` bytes.
 */
export async function readBoundedText(
  response: Response,
  limit: number,
): Promise<string | undefined> {
  if (response.body === null) return '';
  const body: AsyncIterable<Uint8Array> = response.body;
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.byteLength;
    if (size > limit) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
