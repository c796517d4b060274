import { expect, test } from 'vitest';
import { isOtherBuild, noScreens, withNewNonce } from '#web/service-worker/kept-page.ts';

const used = 'AAAAAAAAAAAAAAAAAAAAAA==';
const policy = (nonce: string) => `script-src 'self'; style-src 'self' 'nonce-${nonce}'`;
const page = (headers: Record<string, string>) =>
  new Response(`<meta name="csp-nonce" content="${used}">`, { headers });

test('a kept page is shown under its own policy, with a nonce that no page had before', async () => {
  const nonces = new Set([used]);
  for (let shown = 0; shown < 3; shown += 1) {
    const kept = page({
      'content-security-policy': policy(used),
      'referrer-policy': 'no-referrer',
    });
    const now = await withNewNonce(kept);
    const html = (await now?.text()) ?? '';
    const nonce = /content="([^"]+)"/.exec(html)?.[1] ?? '';
    expect(nonce).toMatch(/^[\w+/]{22}==$/);
    expect(now?.headers.get('content-security-policy')).toBe(policy(nonce));
    expect(now?.headers.get('referrer-policy')).toBe('no-referrer');
    nonces.add(nonce);
  }
  expect(nonces.size).toBe(4);
});

test('a page that came without its policy is never shown', async () => {
  expect(await withNewNonce(page({}))).toBeNull();
  expect(await withNewNonce(page({ 'content-security-policy': "style-src 'self'" }))).toBeNull();
});

test.each([
  ['/', true],
  ['/unpaid?new=booking', true],
  ['/nowhere', true],
  ['/t', false],
  ['/t/9K3J', false],
  ['/transfers', true],
  ['/papers/ticket/1', false],
  ['/api/docs', false],
  ['/files/1', false],
  ['/health/live', false],
  ['/icon.svg', false],
  ['/unpaid?open=a.b', true],
])('%s is a screen: %s', (address, isScreen) => {
  expect(noScreens.some((pattern) => pattern.test(address))).toBe(!isScreen);
});

test('a changed setting makes no other build', () => {
  expect(isOtherBuild('abc.1', 'abc.2')).toBe(false);
  expect(isOtherBuild('abc.1', 'abd.1')).toBe(true);
});
