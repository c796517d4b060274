import { correctedFields } from './booking-corrections.ts';
import { type FieldWith, rowOf } from './booking-rows.ts';

/** Papers print these of what may be corrected; notes are the authority's own. */
export const printedFields = Object.fromEntries(
  correctedFields.flatMap((field) => {
    const { label, printed } = rowOf(field);
    return printed ? [[field, printed === true ? label : printed]] : [];
  }),
) as Readonly<Record<FieldWith<'printed'>, string>>;

type Printed = keyof typeof printedFields;
/** Papers have a place of their own for these; they list the others. */
const placed = [
  'registration',
  'license',
  'name',
  'phoneNo',
  'address',
  'color',
  'make',
  'model',
  'vehicleType',
  'location',
];
export const otherPrinted = (booking: Readonly<Record<Printed, string>>) =>
  Object.entries(printedFields).flatMap(([field, word]) =>
    placed.includes(field) ? [] : [[word, booking[field as Printed]] as const],
  );
