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
            <th scope="row">{cause === '' ? 'Not said' : capitalised(cause)}</th>
            {[collisions, killed, injured].map((number, at) => (
              <td key={at}>{count(number)}</td>
            ))}
          </tr>
        ))}
      </FigureTable>
      <p className="small quiet space-above">
        {cost
          ? costInWords(cost)
          : 'The cost of harm is estimated once an operator has set by what: COST_OF_HARM.'}
      </p>
    </>
  );
}

function costInWords(cost: NonNullable<BlackSpots['cost']>): string {
  const { perHead, lives, serious, year, source, graded, least, most } = cost;
  return `Estimated cost of harm: ₦${count(least)} to ₦${count(most)}, to two digits. The first takes the ${count(graded)} graded as seriously injured for such, the second all injured: counts can’t tell them apart. A life counts ${lives} times the product a head of ₦${count(perHead)} (${year}, ${source}), a serious injury ${serious} of that; slight injuries and damage aren’t in it.`;
}
