import { expect } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import type { Session } from '#tests/support/client.ts';
import { readCsv } from '#tests/support/spreadsheets.ts';
import type { TestApp } from '#tests/support/test-app.ts';

type Query = Readonly<Record<string, string>>;

/** Asks for a file as somebody, whatever the answer. */
export const askFile = (
  { url }: TestApp,
  { token }: Session,
  { path }: Endpoint,
  query: Query,
): Promise<Response> =>
  fetch(`${url}${path}?${new URLSearchParams(query).toString()}`, {
    headers: { authorization: `Bearer ${token}` },
  });

/** The rows of a CSV export, each by the names of its columns. */
export async function exportedRows(
  app: TestApp,
  session: Session,
  endpoint: Endpoint,
  query: Query,
  format: Query = { format: 'csv' },
): Promise<Record<string, string>[]> {
  const response = await askFile(app, session, endpoint, { ...format, ...query });
  expect(response.status).toBe(200);
  const [names = [], ...rows] = readCsv(await response.text());
  return rows.map((row) =>
    Object.fromEntries(names.map((name, index) => [name, row[index] ?? ''])),
  );
}
