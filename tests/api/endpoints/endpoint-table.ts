import { readdirSync } from 'node:fs';
import { endpoints } from '#contract/endpoints.ts';
import type { Row } from './endpoint-row.ts';

export type EndpointName = keyof typeof endpoints;

const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith('-rows.ts'));
const exported = await Promise.all(
  files.map((name) => import(`./${name}`) as Promise<Record<string, Record<string, Row>>>),
);
const rows = Object.assign({}, ...exported.flatMap((file) => Object.values(file))) as object;

const missing = Object.keys(endpoints).filter((name) => !Object.hasOwn(rows, name));
const unknown = Object.keys(rows).filter((name) => !Object.hasOwn(endpoints, name));
if (missing.length > 0 || unknown.length > 0)
  throw new Error(
    `Calls without a row: ${missing.join()}. Rows without a call: ${unknown.join()}.`,
  );

/**
 * Every endpoint, from all files of rows beside this one: who may call it, how it is called validly,
 * what it writes down.
 */
export const table = rows as Readonly<Record<EndpointName, Row>>;

const names = Object.keys(table) as EndpointName[];

/** The calls that reach what `isWanted` says of it. */
export const callsReaching = (isWanted: (reached: string) => boolean): EndpointName[] =>
  names.filter((name) => isWanted(table[name].reach));

/** The calls that say how they read many records, or one. */
export const callsOf = (what: 'many' | 'one'): EndpointName[] =>
  names.filter((name) => table[name][what] !== undefined);
