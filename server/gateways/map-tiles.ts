/** The tile that shows the whole world. */
const widest: Readonly<Record<string, string>> = { z: '0', x: '0', y: '0', r: '' };

/**
 * Reads a tile of the live map within so many ms, as a page of `publicUrl` would. Answers in one
 * sentence, without the key that the address may have, why it can't be used; '' where it can.
 */
export async function whyNoTiles(
  template: string,
  publicUrl: string,
  mostMs: number,
): Promise<string> {
  const address = template.replaceAll(/\{(\w)\}/g, (_, name: string) => widest[name] ?? '');
  const { host } = new URL(address);
  try {
    const signal = AbortSignal.timeout(mostMs);
    const answer = await fetch(address, { signal, headers: { referer: `${publicUrl}/` } });
    await answer.body?.cancel();
    if (!answer.ok)
      return `${host} refused to send a map tile for MAP_TILES_URL (${answer.status}).`;
    const isPicture = answer.headers.get('content-type')?.startsWith('image/');
    return isPicture ? '' : `${host} did not return a picture for MAP_TILES_URL.`;
  } catch {
    return `This server cannot reach ${host}, the host in MAP_TILES_URL.`;
  }
}
