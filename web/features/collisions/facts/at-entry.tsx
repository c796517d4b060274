import { Link } from 'react-router';
import { findDoubles } from '#contract/collision-doubles.ts';
import { writtenNumber } from '#contract/folding.ts';
import { dataOf } from '#web/api/call.ts';
import { useConnection } from '#web/api/connection.ts';
import { useLoaded } from '#web/api/use-loaded.ts';
import { useSay } from '#web/device/language.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import type { CollisionInputs } from '../form/collision-kind.ts';
import css from './at-entry.module.css';
import { doubleInWords } from './double-words.ts';
import { FactFields } from './fact-fields.tsx';

/** What more may be said in the form, and whether somebody has probably recorded it already. */
export function AtEntry({ form: { fields } }: { form: CollisionInputs }) {
  const { facts = {}, noOfInjuries, position, vehicle } = fields.values;
  const say = useSay();
  const { online } = useConnection();
  const plates = vehicle
    .map(({ plate }) => writtenNumber(plate))
    .filter((plate) => plate.length > 4);
  const query = {
    ...(position && { lat: position.lat.toFixed(4), lng: position.lng.toFixed(4) }),
    ...(plates.length > 0 && { plates: plates.slice(0, 8).join() }),
  };
  const asks = online && Object.keys(query).length > 0;
  const { data } = useLoaded(asks ? JSON.stringify(query) : '', (signal) =>
    asks ? dataOf(findDoubles, { query, signal }) : Promise.resolve([]),
  );
  const likeliest = data?.[0];
  return (
    <>
      {likeliest && (
        <Notice kind="warn">
          <p role="status">
            {doubleInWords(likeliest, 'ago', say)}.{' '}
            {say('If it is the same collision, add to that record. If not, continue.')}{' '}
            <Link to={`/collisions?open=${likeliest.id}`}>{say('Open that collision')}</Link>
          </p>
        </Notice>
      )}
      <details className={css['more']}>
        <summary>{say('More about the collision (optional)')}</summary>
        <FactFields
          facts={facts}
          injured={Number(noOfInjuries)}
          onChange={(said) => fields.setFieldValue('facts', said)}
        />
      </details>
    </>
  );
}
