import { type ChangeEvent, type SubmitEvent, useState } from 'react';
import { offline } from '#web/api/call-failure.ts';

interface Refusal {
  message: string;
  /** 0 when no answer came. */
  status: number;
}

/** The result of a form: errors by field, a refusal as a whole, or the server's answer. */
export type Sent<Answer> =
  | { is: 'incomplete'; errors: Record<string, string> }
  | { is: 'refused'; refusal: Refusal }
  | { is: 'answered'; answer: Answer };

export const loadAuthCalls = () => import('./auth-calls.ts');

type AuthCalls = Awaited<ReturnType<typeof loadAuthCalls>>;

interface AuthFormOptions<Name extends string, Answer> {
  initial: Record<Name, string>;
  send: (calls: AuthCalls, values: Record<Name, string>) => Promise<Sent<Answer>>;
  onAnswer: (answer: Answer, values: Record<Name, string>) => void | Promise<void>;
  /** Said when it went wrong in the browser. */
  failed: string;
}

/**
 * A form of the sign-in page. It uses no library of forms or schemas: those are fetched while
 * somebody types, and `send` has them. `input` gives the props of the field with this `name`.
 */
export function useAuthForm<Name extends string, Answer>(options: AuthFormOptions<Name, Answer>) {
  const [values, setValues] = useState(options.initial);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [sending, setSending] = useState(false);

  function set(name: Name, value: string): void {
    setValues((before) => ({ ...before, [name]: value }));
    setErrors((before) => ({ ...before, [name]: '' }));
  }

  async function send(form: HTMLFormElement): Promise<Refusal | null> {
    const calls = await loadAuthCalls().catch(() => null);
    if (calls === null) return offline;
    const sent = await options.send(calls, values);
    if (sent.is === 'incomplete') {
      setErrors(sent.errors);
      const [first] = Object.keys(sent.errors);
      const field = first === undefined ? null : form.elements.namedItem(first);
      if (field instanceof HTMLElement) field.focus();
    }
    if (sent.is === 'answered') await options.onAnswer(sent.answer, values);
    return sent.is === 'refused' ? sent.refusal : null;
  }

  /** Sends the form unless it is being sent; resolves to why it was refused, or null. */
  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<Refusal | null> {
    event.preventDefault();
    if (sending) return null;
    const form = event.currentTarget;
    setErrors({});
    setRefusal(null);
    setSending(true);
    const refused = await send(form).catch((error: unknown) => {
      console.error(error);
      return { message: options.failed, status: 0 };
    });
    setRefusal(refused);
    setSending(false);
    return refused;
  }

  const input = (name: Name) => ({
    name,
    value: values[name],
    error: errors[name],
    onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement | HTMLSelectElement>) =>
      set(name, currentTarget.value),
  });

  return { values, refusal, sending, set, submit, input };
}
