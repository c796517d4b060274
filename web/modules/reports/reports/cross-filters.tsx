import { useState } from 'react';
import { crossAxes, crossColumns, crossMeasures } from '#contract/modules/reports/cross-tables.ts';
import { isDay } from '#web/format/typed-day.ts';
import { PersonFilter } from '#web/lists/person-filter.tsx';
import { DateField } from '#web/ui/fields/date-field.tsx';
import { ChoiceFilter } from '#web/ui/filters/choice-filter.tsx';
import type { Filter } from '#web/ui/filters/filter.ts';
import type { ReportAddress } from './report-address.ts';

type Change = (changes: Readonly<Record<string, string | undefined>>) => void;

/** What the rows, columns and figures of a cross table are. */
export const crossFilters = (
  { rows, columns, measure }: ReportAddress,
  change: Change,
): Filter[] => [
  choice('measure', 'Figure', crossMeasures, measure, change),
  choice('rows', 'Rows', crossAxes, rows, change),
  choice('columns', 'Columns', crossColumns, columns, change),
];

/** One choice of several, which always stands. */
const choice = <Words extends Readonly<Record<string, string>>>(
  key: string,
  label: string,
  words: Words,
  value: keyof Words & string,
  change: Change,
): Filter => ({
  key,
  label,
  value: words[value] ?? value,
  onRemove: () => change({ [key]: undefined }),
  render: (done) => (
    <ChoiceFilter
      label={label}
      choices={Object.entries(words).map(([name, text]) => ({ value: name, label: text }))}
      value={value}
      onChoose={(chosen) => {
        change({ [key]: chosen });
        done();
      }}
    />
  ),
});

/** The officer whose tickets alone a report counts; `name` comes with the report. */
export const officerFilter = (
  { officer, organisation }: ReportAddress,
  name: string | undefined,
  change: Change,
): Filter => ({
  key: 'officer',
  label: 'Officer',
  value: officer === undefined ? null : (name ?? 'Selected officer'),
  onRemove: () => change({ officer: undefined }),
  render: (done) => (
    <PersonFilter
      label="Officer"
      organisation={organisation}
      value={officer}
      onChoose={(chosen) => {
        change({ officer: chosen });
        done();
      }}
    />
  ),
});

/** The day at whose end unpaid tickets are counted; today without one. */
export const atFilter = ({ at }: ReportAddress, change: Change): Filter => ({
  key: 'at',
  label: 'At the end of',
  value: at ?? null,
  onRemove: () => change({ at: undefined }),
  render: () => (
    <AtDay at={at ?? ''} onDay={(day) => change({ at: day === '' ? undefined : day })} />
  ),
});

function AtDay({ at, onDay }: { at: string; onDay: (day: string) => void }) {
  const [day, setDay] = useState(at);
  return (
    <DateField
      label="At the end of"
      value={day}
      onChange={(typed) => {
        setDay(typed);
        if (typed === '' || isDay(typed)) onDay(typed);
      }}
    />
  );
}
