import { expect } from 'vitest';
import type { TestApp } from './test-app.ts';

export const said = {
  proof: '0142',
  ground: 'paid',
  words: 'I paid on <Monday>.',
  phone: '0803 555 0199',
};

export interface Sent {
  readonly name: string;
  readonly content: Blob;
}
export const file = (name: string, content: string | Uint8Array<ArrayBuffer>): Sent => ({
  name,
  content: new Blob([content]),
});
export const pdf = (length = 400) => `%PDF-1.7\n${'x'.repeat(length)}\n%%EOF\n`;

/** The query that the opened page of a ticket gives its form. */
export async function keyOf(
  { url }: Pick<TestApp, 'url'>,
  code: string,
  proof = said.proof,
): Promise<string> {
  const form = new FormData();
  form.append('proof', proof);
  const opened = await fetch(`${url}/t/${code}/more`, { method: 'POST', body: form });
  const [, key = ''] = /objection(\?expires=[^"]+)"/.exec(await opened.text()) ?? [];
  return key.replaceAll('&amp;', '&');
}

/** Sends an objection from the opened page of a ticket. */
export const keyedObjection = async (
  app: Pick<TestApp, 'url'>,
  code: string,
  files: readonly Sent[] = [],
  change: Partial<typeof said> = {},
): Promise<Response> => sendObjection(app, code, files, change, await keyOf(app, code));

/** Sends an objection as a browser does, with these files. */
export function sendObjection(
  { url }: Pick<TestApp, 'url'>,
  code: string,
  files: readonly Sent[] = [],
  change: Partial<typeof said> = {},
  key = '',
): Promise<Response> {
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...said, ...change })) form.append(name, value);
  for (const { name, content } of files) form.append('pictures', content, name);
  return fetch(`${url}/t/${code}/objection${key}`, { method: 'POST', body: form });
}

/** The form with what was written. */
export const keeps = (page: string) => {
  expect(page).toContain('I paid on &lt;Monday&gt;.');
  expect(page).toMatch(/value="paid"\s+selected/);
  expect(page).toContain('value="0803 555 0199"');
};
/** The form after the second proof, with what was written on its way. */
export const carries = (page: string) => {
  expect(page).toContain('name="words" value="I paid on &lt;Monday&gt;."');
  expect(page).toContain('name="ground" value="paid"');
  expect(page).toContain('name="phone" value="0803 555 0199"');
  expect(page).toContain('Is this your ticket?');
};
export const bodyOf = (page: string) => page.slice(page.indexOf('<body')).replaceAll(/\s+/g, ' ');
