import { chargeOutcomes } from '#contract/charge-words.ts';
import { caseStates, type CourtCase, type exportCases } from '#contract/court.ts';
import type { QueryOf } from '#contract/endpoint.ts';
import { exportLimits } from '#contract/list-filters.ts';
import type { Deps } from '#server/deps.ts';
import type { Actor, Caller } from '#server/http/caller.ts';
import { Refusal } from '#server/http/refusal.ts';
import { exportRows } from '#server/lists/commands.ts';
import { columnsOf } from '#server/lists/table.ts';
import { columns, matchingCases, toWire } from './queries.ts';

const { text, amount } = columnsOf<CourtCase>();
const fileColumns = [
  text('Number', 12, ({ number }) => number),
  text('Name', 24, ({ name }) => name),
  text('Plate', 14, ({ plate }) => plate),
  text('Before It Was Corrected', 40, (one) => one.saidBefore),
  text('Zone', 16, ({ zone }) => zone),
  text('Offences', 40, ({ charges }) =>
    charges
      .map(({ offence, name, law }) => `${offence} ${name}${law === '' ? '' : ` (${law})`}`)
      .join('; '),
  ),
  amount('Amount', 12, ({ price }) => price),
  text('Due', 12, ({ dueDay }) => dueDay ?? ''),
  text('Court', 28, ({ court }) => court),
  text('Hearing', 12, ({ hearing: at }) => at?.day ?? ''),
  text('Place', 24, ({ hearing: at }) => at?.place ?? ''),
  text('Suit', 16, ({ hearing: at }) => at?.suit ?? ''),
  text('State', 20, ({ state }) => caseStates[state]),
  text('Outcome', 40, ({ charges }) =>
    charges
      .map((charge) =>
        charge.outcome === null ? '' : `${charge.offence} ${chargeOutcomes[charge.outcome]}`,
      )
      .filter((words) => words !== '')
      .join('; '),
  ),
];

export async function exportCasesOf(
  { db, reports, fileAddresses }: Pick<Deps, 'db' | 'reports' | 'fileAddresses'>,
  actor: Actor,
  caller: Caller,
  { format, ...filters }: QueryOf<typeof exportCases>,
) {
  const matching = matchingCases(reports, caller, filters);
  if (matching instanceof Refusal) return matching;
  const rows = await matching
    .select(columns)
    .orderBy('bookings.due_day')
    .orderBy('bookings.id')
    .limit(exportLimits[format] + 1)
    .execute();
  return exportRows(db, actor, caller, {
    event: 'cases.exported',
    format,
    filters,
    name: 'court-cases',
    columns: fileColumns,
    rows: rows.map(toWire(fileAddresses)),
  });
}
