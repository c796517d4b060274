import { type ReactNode, useState } from 'react';
import { sayNow } from '#web/device/language.ts';
import { toastFailed } from '#web/ui/feedback/toast.tsx';
import type { ErrorSummaryProps } from '#web/ui/fields/error-summary.tsx';
import { sayLines } from '#web/ui/say.ts';

type Errors = Readonly<Record<string, ReactNode>>;

/** `attempt` counts the refusals; `message` is the server's sentence, null for our own checks. */
interface Refused {
  attempt: number;
  message: string | null;
}

interface RefusalOptions {
  form: { errors: Errors; setErrors: (errors: Record<string, string>) => void };
  /** The id of the control of a field. */
  fieldId: (path: string) => string;
  /** The fields in their order on the form. */
  order: readonly string[];
  /** In English: the title of an error that belongs to no field, such as "The booking was not added". */
  title: string;
}

/**
 * Shows why a submitted form was refused: at its fields and in the summary at the top. A toast says
 * so too if the page's own checks refused it.
 */
export function useRefusal({ form, fieldId, order, title }: RefusalOptions) {
  const [refused, setRefused] = useState<Refused>({ attempt: 0, message: null });

  function refuse(errors: Record<string, string>, message: string | null = null): void {
    form.setErrors(errors);
    if (message === null) toastRefusal(errors, order);
    setRefused(({ attempt }) => ({ attempt: attempt + 1, message }));
  }

  const problems = inFormOrder(wrongPaths(form), order).map((path) => ({
    field: fieldId(path),
    message: errorOf(form, path) ?? '',
  }));
  return { refuse, refusal: summaryOf(refused, problems, title) };
}

/** The summary lists those errors of the last refusal that are not corrected yet. */
function summaryOf(
  { attempt, message }: Refused,
  problems: ErrorSummaryProps['problems'],
  title: string,
): ErrorSummaryProps {
  if (attempt === 0) return { attempt, problems: [] };
  if (message === null) return { attempt, problems };
  if (problems.length === 0) return { attempt, problems: [{ message }], title };
  // The sentence of one field need not stand above it too.
  return { attempt, problems, title: problems[1] ? message : title };
}

/** The error of a field as text, or undefined. */
export function errorOf({ errors }: { errors: Errors }, path: string): string | undefined {
  const error = errors[path];
  return typeof error === 'string' ? error : undefined;
}

/** The paths of all errors. */
export function wrongPaths(form: { errors: Errors }): string[] {
  return Object.keys(form.errors).filter((path) => errorOf(form, path) !== undefined);
}

/** The field or list at the beginning of a path. */
export const rootOf = (path: string): string => path.split('.')[0] ?? path;

/** Sorts the paths of errors by the order of the form. */
export function inFormOrder(paths: readonly string[], order: readonly string[]): string[] {
  const rank = (path: string) => order.indexOf(rootOf(path));
  return paths.toSorted(
    (one, other) => rank(one) - rank(other) || one.localeCompare(other, 'en', { numeric: true }),
  );
}

/** Says in a toast what a form refuses by itself: the sentence of its first field. */
export function toastRefusal(
  errors: Readonly<Record<string, string>>,
  order: readonly string[] = Object.keys(errors),
): void {
  const [first] = inFormOrder(Object.keys(errors), order);
  if (first !== undefined) toastFailed(sayLines(sayNow(), errors[first] ?? ''));
}

/** Says what is wrong with a form after a submit was refused, and focuses the first field in error. */
export function showFirstError(form: { getInputNode: (path: string) => HTMLElement | null }) {
  return (errors: Errors): void => {
    const [first] = Object.keys(errors);
    if (first === undefined) return;
    toastFailed(sayLines(sayNow(), errorOf({ errors }, first) ?? ''));
    form.getInputNode(first)?.focus();
  };
}
