import type { z } from 'zod';
import { plainSentence } from '#contract/sentences.ts';
import { type Outcome, Refusal } from './refusal.ts';

/** The value as the schema parses it; otherwise a 400 that names each field refused. */
export function read(schema: z.ZodType | undefined, value: unknown): Outcome<unknown> {
  if (!schema) return undefined;
  const parsed = schema.safeParse(value ?? {}, { error: plainSentence });
  if (parsed.success) return holdsZeroByte(parsed.data) ? unreadable : parsed.data;
  // A map, because a field may be called `constructor`.
  const fields = new Map<string, string>();
  for (const issue of parsed.error.issues) {
    const path = issue.path.map(String).join('.');
    const field = path === '' ? (firstUnknown(issue) ?? 'body') : path;
    if (!fields.has(field)) fields.set(field, issue.message);
  }
  const [[, sentence]] = [...fields] as [[string, string]];
  return new Refusal(400, 'invalid', sentence, Object.fromEntries(fields));
}

/** The same, typed as what the schema makes of it. */
export const readAs = <S extends z.ZodType>(schema: S, value: unknown): Outcome<z.output<S>> =>
  read(schema, value) as Outcome<z.output<S>>;

const unreadable = new Refusal(
  400,
  'invalid',
  'Remove hidden characters that cannot be displayed.',
);

/** PostgreSQL refuses the zero byte in every text. */
function holdsZeroByte(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0');
  return typeof value === 'object' && value !== null && Object.values(value).some(holdsZeroByte);
}

function firstUnknown(issue: z.core.$ZodIssue): string | undefined {
  return issue.code === 'unrecognized_keys' ? issue.keys[0] : undefined;
}
