import { sayEnglish } from '#contract/language.ts';
import { clockOf, dateOf, momentOf } from '#web/format/time.ts';
import { TwoLine } from '#web/ui/table/two-line.tsx';

export interface Made {
  /** The time of arrival at the authority. */
  createdAt: string;
  /** The device's own time; null for a record made by the authority's clock. */
  captured: { madeAt: string } | null;
}

/** Between making and arrival this passes on any network. Milliseconds. */
const asUsual = 60_000;

/** The time at which a record was made, also if it waited on a device. */
export const madeAtOf = ({ createdAt, captured }: Made): string => captured?.madeAt ?? createdAt;

/** "arrived 18:52", with the day where it is another one; null where it came at once. */
export function arrivalOf(record: Made): string | null {
  const { createdAt } = record;
  const madeAt = madeAtOf(record);
  if (Math.abs(Date.parse(createdAt) - Date.parse(madeAt)) <= asUsual) return null;
  const isThatDay = dateOf(createdAt) === dateOf(madeAt);
  const moment = isThatDay ? clockOf(createdAt) : momentOf(createdAt);
  return sayEnglish('arrived {moment}', { moment });
}

/** "2026-11-22 18:46, arrived 18:52". */
export const madeWhen = (record: Made): string =>
  [momentOf(madeAtOf(record)), arrivalOf(record)].filter((part) => part !== null).join(', ');

/** Day and time of a record in a list, with its arrival beside it where that differs. */
export function MadeAt({ record }: { record: Made }) {
  const madeAt = madeAtOf(record);
  const arrival = arrivalOf(record);
  return (
    <TwoLine
      second={
        <>
          {clockOf(madeAt)}
          {arrival !== null && <span className="block">{arrival}</span>}
        </>
      }
      keep={arrival !== null}
    >
      {dateOf(madeAt)}
    </TwoLine>
  );
}
