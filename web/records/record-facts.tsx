import type { ReactNode } from 'react';
import type { BookingField, ShownPosition } from '#contract/booking-fields.ts';
import { rowOf } from '#contract/booking-rows.ts';
import { type Organisation, outsideWords } from '#contract/places.ts';
import type { Fact, FactsProps } from '#web/ui/table/facts.tsx';

/** The groups that have a value to show. */
export const groupsWithValues = (groups: readonly FactsProps[]): FactsProps[] =>
  groups.filter(({ facts }) => facts.some(({ value }) => value != null && value !== ''));

/** The facts of these fields under their labels; some are shown otherwise, such as links. */
export const factsOf = <Field extends BookingField>(
  record: Readonly<Record<Field, string>>,
  fields: readonly Field[],
  shown: Partial<Record<Field, (value: string) => ReactNode>> = {},
): Fact[] =>
  fields.map((field) => {
    const value = record[field];
    return { label: rowOf(field).label, value: shown[field]?.(value) ?? value };
  });

interface Placed {
  position: ShownPosition | null;
  organisation: Organisation;
}

/** The place of a record, as the device measured it. */
export const positionFact = ({ position, organisation }: Placed): Fact => ({
  label: 'Position',
  value: position && (
    <>
      {position.lat.toFixed(5)}, {position.lng.toFixed(5)},{' '}
      <span className="nowrap">within {Math.ceil(position.accuracy)} m</span>
      {position.outside && <span className="block">{outsideWords(organisation)}</span>}
    </>
  ),
});
