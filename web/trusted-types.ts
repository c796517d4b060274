/**
 * The one `default` trusted-types policy. Import it before every other module: libraries that hand
 * plain strings to the browser's dangerous places pass through here.
 *
 * - HTML: the libraries in use only pass style text (which has no `<`). Every `<` is escaped, so
 *   text stays text and never becomes an element.
 * - Script addresses: our own host only, over the scheme the page came by; otherwise a TypeError.
 * - Script text: always refused with a TypeError.
 */
interface PolicyRules {
  createHTML: (text: string) => string;
  createScriptURL: (address: string) => string | null;
  createScript: () => null;
}

interface PolicyFactory {
  createPolicy: (name: string, rules: PolicyRules) => unknown;
}

declare global {
  interface Window {
    readonly trustedTypes?: PolicyFactory;
  }
}

/** The address when it is on our own host, else null: null makes the browser refuse it. */
function ownScriptAddress(address: string, page: string): string | null {
  const base = new URL(page);
  if (!URL.canParse(address, base)) return null;
  const target = new URL(address, base);
  return target.origin === base.origin && target.protocol === base.protocol ? target.href : null;
}

/** Text in which no element can begin. */
function inertHtml(text: string): string {
  return text.replaceAll('<', '&lt;');
}

window.trustedTypes?.createPolicy('default', {
  createHTML: inertHtml,
  createScriptURL: (address) => ownScriptAddress(address, window.location.href),
  createScript: () => null,
});
