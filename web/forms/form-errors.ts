import type { z } from 'zod';
import { plainSentence } from '#contract/sentences.ts';

/** Checks the values of a form against a schema: the first sentence for each field in error. */
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

/** Brings the first field in error into focus, after a form refused to submit. */
export function focusFirstError(form: { getInputNode: (path: string) => HTMLElement | null }) {
  return (errors: Record<string, unknown>): void => {
    const [first] = Object.keys(errors);
    if (first !== undefined) form.getInputNode(first)?.focus();
  };
}
