import type { BlackSpots } from '#contract/modules/reports/black-spots.ts';
import { count } from '#web/format/money.ts';
import { capitalised } from '#web/format/words.ts';
import { FigureTable } from './figure-table.tsx';

/** Collisions by main cause, and what their harm may have cost. */
export function Causes({ causes, cost }: Pick<BlackSpots, 'causes' | 'cost'>) {
  return (
    <>
      <FigureTable
        label="Collisions by cause"
        caption="Collisions by main cause"
        columns={['Main cause', 'Collisions', 'Killed', 'Injured']}
      >
        {causes.map(({ cause, collisions, killed, injured }) => (
          <tr key={cause}>
            <th scope="row">{cause === '' ? 'Not recorded' : capitalised(cause)}</th>
            {[collisions, killed, injured].map((number, at) => (
              <td key={at}>{count(number)}</td>
            ))}
          </tr>
        ))}
      </FigureTable>
      <p className="small quiet space-above">
        {cost
          ? costInWords(cost)
          : 'Hanya can estimate the cost of harm once the person who runs the server sets COST_OF_HARM.'}
      </p>
    </>
  );
}

function costInWords(cost: NonNullable<BlackSpots['cost']>): string {
  const { perHead, lives, serious, year, source, graded, least, most } = cost;
  return `Estimated cost of harm: ₦${count(least)} to ₦${count(most)}, rounded to two digits. The lower figure counts only the ${count(graded)} people recorded as seriously injured. The higher figure counts everyone injured. A life counts as ${lives} times the gross domestic product per person, ₦${count(perHead)} in ${year} (${source}). A serious injury counts as ${serious} of a life. Slight injuries and damage are not included.`;
}
