import { Link } from 'react-router';
import { decideDouble, listDoubles, type NotedDouble } from '#contract/collision-doubles.ts';
import type { Collision } from '#contract/collisions.ts';
import { call, dataOf } from '#web/api/call.ts';
import { useMay } from '#web/api/store-hooks.ts';
import { useLoaded } from '#web/api/use-loaded.ts';
import { collisionReference } from '#web/format/reference.ts';
import { momentOf } from '#web/format/time.ts';
import { joined, plural } from '#web/format/words.ts';
import { useRun } from '#web/forms/use-run.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { DetailHeading } from '#web/ui/dialog/detail.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { harmOf } from '../collision-words.ts';
import { doubleInWords } from '../facts/double-words.ts';

interface DoublesProps {
  collision: Collision;
  onDecided: () => void;
}

/** The collisions that are probably the same, and what people decided about each. */
export function Doubles({ collision, onDecided }: DoublesProps) {
  const { _id: id, doubles, countsAs } = collision;
  const mayLink = useMay('settle collisions');
  const { busy, run } = useRun();
  const { data, failure, reload } = useLoaded(`${id} ${doubles.open} ${countsAs}`, (signal) =>
    dataOf(listDoubles, { params: { id }, signal }),
  );

  async function decide({ id: other, verdict: was }: NotedDouble, verdict: string) {
    const isDecided = await run(
      () => call(decideDouble, { params: { id }, body: { other, verdict, was } }),
      'The history of both collisions will show your decision.',
    );
    if (!isDecided) return;
    onDecided();
    reload();
  }

  return (
    <>
      <DetailHeading>Possible duplicates</DetailHeading>
      {failure !== null && <p className="small quiet">{failure}</p>}
      {data?.length === 0 && (
        <p className="small quiet">
          The other collision is outside your area, so you cannot see it.
        </p>
      )}
      {data?.map((double) => (
        <Notice
          key={double.id}
          kind={double.verdict === null ? 'warn' : 'soft'}
          className="space-above"
        >
          <p>
            {doubleInWords(double, 'apart')}: {harmOf(double)}, {momentOf(double.at)}.{' '}
            <Link to={`/collisions?open=${double.id}`}>{collisionReference(double.id)}</Link>
          </p>
          <p className="small quiet">{decidedInWords(double, id)}</p>
          {double.verdict === id && <OnlyThere collision={collision} double={double} />}
          {mayLink && (
            <div className="row wrap gap-4 space-above">
              {(
                [
                  [id, 'Same collision: count this record'],
                  [double.id, 'Same collision: count the other record'],
                  ['two', 'Two collisions'],
                ] as const
              )
                .filter(([verdict]) => verdict !== double.verdict)
                .map(([verdict, words]) => (
                  <Button
                    key={verdict}
                    size="sm"
                    disabled={busy}
                    onClick={() => void decide(double, verdict)}
                  >
                    {words}
                  </Button>
                ))}
            </div>
          )}
        </Notice>
      ))}
    </>
  );
}

/** What the one that doesn't count says beyond the one that does: it stays there, and is shown here. */
function OnlyThere({ collision, double }: { collision: Collision; double: NotedDouble }) {
  const { noOfCars, noOfInjuries, noOfFatalities } = double;
  const differs =
    noOfCars !== collision.noOfCars ||
    noOfInjuries !== collision.noOfInjuries ||
    noOfFatalities !== collision.noOfFatalities;
  const held = [
    plural(double.witnesses, 'witness', 'witnesses'),
    plural(double.files, 'picture or video', 'pictures and videos'),
    `${double.additions} added later`,
  ].filter((words) => !words.startsWith('0 '));
  return (
    <div className="column small space-above">
      {differs && (
        <p>
          The other record has {plural(noOfCars, 'vehicle')}, {harmOf(double)}. If those counts are
          right, correct this record.
        </p>
      )}
      {double.otherVehicles.map(({ plate, name, phone }, index) => (
        <p key={index} className="anywhere">
          Only in the other record:{' '}
          {joined([plate === '' ? 'a vehicle without a plate' : plate, name, phone])}
        </p>
      ))}
      {held.length > 0 && <p>The other record has {held.join(', ')}.</p>}
    </div>
  );
}

function decidedInWords({ verdict, likeness }: NotedDouble, id: string): string {
  if (verdict === null)
    return `The records are ${Math.round(likeness * 100)}% alike. Nobody has decided yet whether they are the same collision.`;
  if (verdict === 'two') return 'Decided: these are two collisions.';
  return verdict === id
    ? 'Decided: the same collision. Lists, figures and reports count this record, not the other one.'
    : 'Decided: the same collision. Lists, figures and reports count the other record, not this one.';
}
