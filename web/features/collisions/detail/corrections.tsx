import { useState } from 'react';
import { Link } from 'react-router';
import { correctCollision } from '#contract/collision-corrections.ts';
import type { Collision, Counts } from '#contract/collisions.ts';
import { useMay } from '#web/api/store-hooks.ts';
import { collisionReference } from '#web/format/reference.ts';
import { momentOf } from '#web/format/time.ts';
import { plural } from '#web/format/words.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { IconPencil } from '#web/ui/icons.ts';
import { lazyPart } from '#web/ui/overlay/lazy-part.ts';
import { harmOf } from '../collision-words.ts';

const correcting = lazyPart(() => import('./correct-counts.tsx'));

interface CorrectionsProps {
  collision: Collision;
  onCorrected: () => void;
}

/** Where a collision counts, what was corrected in its counts, and a superior's way to correct them. */
export function Corrections({ collision, onCorrected }: CorrectionsProps) {
  const mayCorrect = useMay('settle collisions');
  const [asking, setAsking] = useState(false);
  const Correcting = correcting.use(asking);
  const { countsAs, corrections } = collision;
  return (
    <>
      {countsAs !== null && (
        <Notice kind="warn">
          This is the same collision as{' '}
          <Link to={`/collisions?open=${countsAs}`}>{collisionReference(countsAs)}</Link>. Figures
          include that record, not this one.
        </Notice>
      )}
      {corrections.map(({ at, by, reason, was, now }) => (
        <Notice key={at} icon={<IconPencil size={18} aria-hidden />}>
          <p>
            <b>Counts corrected.</b> Before: {countsInWords(was)}. Now: {countsInWords(now)}.
          </p>
          <p className="small quiet anywhere">
            {by.name}, {by.role}, {momentOf(at)}: {reason}
          </p>
        </Notice>
      ))}
      {mayCorrect && (
        <p className="space-above">
          <Button size="sm" onClick={() => setAsking(true)}>
            {correctCollision.words.begins}
          </Button>
        </p>
      )}
      {Correcting && asking && (
        <Correcting.CorrectCounts
          collision={collision}
          onDone={onCorrected}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}

/** `2 vehicles, 1 fatality, 3 injuries`. */
const countsInWords = (counts: Counts): string =>
  `${plural(counts.noOfCars, 'vehicle')}, ${harmOf(counts)}`;
