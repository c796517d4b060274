import { useState } from 'react';
import type { z } from 'zod';
import type { FailedCall } from '#web/api/call-failure.ts';
import { formErrors } from '#web/forms/form-errors.ts';

const none: Pick<FailedCall, 'message' | 'fields'> = { message: '', fields: {} };

/** A form whose act is asked about before it is sent: `asked` is what it says then, null before. */
export function useAskedForm<Body>(schema: z.ZodType) {
  const [asked, setAsked] = useState<Body | null>(null);
  const [{ message, fields }, setFailed] = useState(none);

  /** Asks, unless the schema already says what is wrong. */
  function ask(body: Body): void {
    const errors = formErrors(schema)(body);
    setFailed({ message: '', fields: errors });
    if (Object.keys(errors).length === 0) setAsked(body);
  }

  return {
    ask,
    asked,
    fields,
    refusal: Object.values(fields)[0] ?? message,
    question: { onFailed: setFailed, onClose: () => setAsked(null) },
  };
}
