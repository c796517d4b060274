/** Addresses that the server answers with something else than the page of the screens. */
export const noScreens: RegExp[] = [
  /^\/(?:api|files|sandbox|papers|t|health|metrics|assets)(?:[/?]|$)/,
  // A file, such as /icon.svg.
  /^\/[^/?]+\.[^/?]+/,
];

/** True if two revisions of a page are of different builds; the part after the dot is of settings alone. */
export const isOtherBuild = (one: string, other: string): boolean =>
  one.split('.', 1)[0] !== other.split('.', 1)[0];

/**
 * A kept page as the server would send it now. Its policy allows styles by a nonce that is used
 * once, so every showing gets a new one. Null for a page without such a policy.
 */
export async function withNewNonce(kept: Response): Promise<Response | null> {
  const policy = kept.headers.get('content-security-policy') ?? '';
  const used = /'nonce-([\w+/=]{20,})'/.exec(policy)?.[1];
  if (used === undefined) return null;
  const nonce = btoa(String.fromCodePoint(...crypto.getRandomValues(new Uint8Array(16))));
  const headers = new Headers(kept.headers);
  // The kept text is no longer compressed.
  for (const name of ['content-encoding', 'content-length']) headers.delete(name);
  headers.set('content-security-policy', policy.replaceAll(used, nonce));
  const html = await kept.text();
  return new Response(html.replaceAll(used, nonce), { headers });
}
