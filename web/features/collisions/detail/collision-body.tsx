import { useState } from 'react';
import type { Collision } from '#contract/collisions.ts';
import type { FailedCall } from '#web/api/call-failure.ts';
import { RecordHistory } from '#web/records/record-history.ts';
import { Strip } from '#web/ui/feedback/strip.tsx';
import { picturesOf, type EvidencePicture } from '../collision-words.ts';
import { DetailBody, DetailHeading } from '#web/ui/dialog/detail.tsx';
import { CollisionFacts } from './collision-facts.tsx';
import { EvidenceVideo } from './evidence-video.tsx';
import { LargePicture } from './large-picture.tsx';
import { Statements } from './statements.tsx';
import { Thumbnails } from './thumbnails.tsx';

export interface CollisionBodyProps {
  collision: Collision;
  /** Why it could not be read again. */
  failure: FailedCall | null;
  /** Reads it again, with addresses of its evidence that hold. */
  onReload: () => void;
}

/** Everything a collision holds: evidence, words and statements, and the facts beside them. */
export function CollisionBody({ collision, failure, onReload }: CollisionBodyProps) {
  const [large, setLarge] = useState({ opened: false, index: 0 });
  const pictures = picturesOf(collision);
  const scene = pictures.filter(({ vehicle }) => vehicle === null);
  const show = (picture: EvidencePicture) =>
    setLarge({ opened: true, index: pictures.indexOf(picture) });
  const none = scene.length === 0 && collision.vid === '';

  return (
    <>
      {failure && (
        <Strip kind="bad" action={{ label: 'Try again', onChoose: onReload }} flush>
          <b>{failure.message}</b> This is the collision as it was loaded before.
        </Strip>
      )}
      <DetailBody
        facts={
          <CollisionFacts
            collision={collision}
            pictures={pictures}
            onShow={show}
            onReload={onReload}
          />
        }
      >
        <DetailHeading>Evidence</DetailHeading>
        {none && <p className="small quiet">No evidence is kept with this collision.</p>}
        <Thumbnails pictures={scene} onShow={show} onReload={onReload} />
        {collision.vid !== '' && <EvidenceVideo address={collision.vid} onReload={onReload} />}
        <Statements collision={collision} />
        <RecordHistory record="collision" id={collision._id} />
      </DetailBody>
      <LargePicture
        {...large}
        pictures={pictures}
        onTurn={(index) => setLarge({ opened: true, index })}
        onClose={() => setLarge({ ...large, opened: false })}
        onReload={onReload}
      />
    </>
  );
}
