import type { z } from 'zod';
import type { Endpoint } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import { listPlaces } from '#contract/places.ts';
import { readUser } from '#contract/users.ts';
import type { FakeServer } from './fake-server.ts';
import { anAnswer, places } from './records.ts';

/** The minimal value of a schema: empty lists, empty text, nulls, the first of several choices. */
function leastOf(schema: z.core.$ZodType): unknown {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === 'object') {
    const fields = Object.entries(def.shape);
    return Object.fromEntries(fields.map(([name, field]) => [name, leastOf(field)]));
  }
  if (def.type === 'array') return [];
  if (def.type === 'string') return leastText('format' in def ? def.format : undefined);
  if (def.type === 'number') return 0;
  if (def.type === 'boolean') return false;
  if (def.type === 'literal') return def.values[0];
  if (def.type === 'enum') return Object.values(def.entries)[0];
  if (def.type === 'union') return def.options[0] && leastOf(def.options[0]);
  if (def.type === 'nullable' || def.type === 'null') return null;
  if (def.type === 'optional') return undefined;
  if (def.type === 'pipe') return leastOf(def.in);
  throw new Error(`No answer is known for ${def.type}.`);
}

function leastText(format: unknown): string {
  if (format === 'datetime') return '2026-11-20T10:00:00.000Z';
  if (format === 'date') return '2026-11-20';
  if (format === 'url') return 'https://traffic.example';
  return '';
}

/**
 * Answers every read with empty results, except for the user's own record; a test then sets the
 * answers it is about.
 */
export function answersNothing(server: FakeServer): void {
  for (const endpoint of Object.values<Endpoint>(endpoints)) {
    if (endpoint.method !== 'GET' || endpoint.stream || endpoint === readUser) continue;
    server.answer(endpoint, () => leastOf(endpoint.response) as never);
  }
  // Once loaded, places stay in memory, and test files share it: they are the same in every test.
  server.answer(listPlaces, () => anAnswer([...places]));
}
