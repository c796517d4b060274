import type { z } from 'zod';
import { plainSentence } from '#contract/sentences.ts';

/** A check of a form's values against a schema: the first error of each field, by its path. */
export function formErrors(schema: z.ZodType) {
  return (values: unknown): Record<string, string> => {
    const errors: Record<string, string> = {};
    const parsed = schema.safeParse(values, { error: plainSentence });
    for (const { path, message } of parsed.error?.issues ?? []) {
      const field = path.join('.');
      errors[field] ??= message;
    }
    return errors;
  };
}
