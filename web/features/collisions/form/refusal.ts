import type { ErrorSummaryProps } from '#web/ui/fields/error-summary.tsx';
import { fieldId, type VehicleDraft } from './draft.ts';
import { labelsOf } from './evidence.ts';
import { inFormOrder } from './sections.ts';
import { errorOf, wrongPaths, type Fields } from './use-collision-form.ts';

/** `attempt` counts the refusals; `message` is the server's sentence, null for our own checks. */
export interface Refused {
  attempt: number;
  message: string | null;
}

/** The errors of the server at the fields of the form: it names pictures by plate, the form by row. */
export function atFields(
  errors: Readonly<Record<string, string>>,
  vehicles: readonly Pick<VehicleDraft, 'plate'>[],
): Record<string, string> {
  const labels = labelsOf(vehicles);
  return Object.fromEntries(
    Object.entries(errors).map(([field, message]) => {
      const [, name, label = ''] = /^(driverImg|vehicleImg)-(.*)$/s.exec(field) ?? [];
      const row = labels.indexOf(label);
      return [name === undefined || row < 0 ? field : `vehicle.${row}.${name}`, message];
    }),
  );
}

/** What the summary of errors says: only what is still wrong of what was refused last. */
export function refusalOf(
  fields: Pick<Fields, 'errors'>,
  { attempt, message }: Refused,
): ErrorSummaryProps {
  if (attempt === 0) return { attempt, problems: [] };
  const problems = inFormOrder(wrongPaths(fields)).map((path) => ({
    field: fieldId(path),
    message: errorOf(fields, path) ?? '',
  }));
  if (message === null) return { attempt, problems };
  return problems.length > 0
    ? { attempt, problems, title: message }
    : { attempt, problems: [{ message }], title: 'The collision was not added' };
}
