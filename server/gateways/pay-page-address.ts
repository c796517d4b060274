import { isLoopback } from '#server/config/variables.ts';

/** The address of a gateway's pay pages. */
export interface PagePlace {
  /** The address of the gateway itself. */
  readonly url: string;
  /** Domains whose hosts show its pages. */
  readonly pages: readonly string[];
}

/**
 * True if the offender may be sent to a page: over HTTPS, and at the gateway's own hosts. A gateway
 * on this machine, as in a demo, shows its pages there too.
 */
export function isOwnPage(page: string, { url, pages }: PagePlace): boolean {
  if (!URL.canParse(page)) return false;
  const { protocol, hostname } = new URL(page);
  if (isLoopback(hostname)) {
    return ['http:', 'https:'].includes(protocol) && isLoopback(new URL(url).hostname);
  }
  const isThere = (domain: string) => hostname === domain || hostname.endsWith(`.${domain}`);
  return protocol === 'https:' && pages.some(isThere);
}
