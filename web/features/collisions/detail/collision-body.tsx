import { useState } from 'react';
import { listAdditions } from '#contract/collision-additions.ts';
import type { Collision } from '#contract/collisions.ts';
import { dataOf } from '#web/api/call.ts';
import { useLoaded } from '#web/api/use-loaded.ts';
import { RecordBody } from '#web/records/record-dialog.tsx';
import type { OpenRecord } from '#web/records/use-record.ts';
import { DetailHeading } from '#web/ui/dialog/detail.tsx';
import { lazyPart } from '#web/ui/overlay/lazy-part.ts';
import { type EvidencePicture, picturesOf } from '../collision-words.ts';
import { Additions } from './additions.tsx';
import { CollisionFacts } from './collision-facts.tsx';
import { Corrections } from './corrections.tsx';
import { Doubles } from './doubles.tsx';
import { EvidenceVideo, Thumbnails } from './evidence.tsx';
import { LargePicture } from './large-picture.tsx';
import { Originals } from './originals.tsx';
import { Statements } from './statements.tsx';

/** Few collisions have any. */
const unreadable = lazyPart(() => import('./unreadable-files.tsx'));

const withoutEvidence = ({ filesToCome }: Collision) =>
  filesToCome === 0 ? 'This collision has no evidence.' : 'The evidence has not arrived yet.';

interface CollisionBodyProps {
  collision: Collision;
  reading: OpenRecord<Collision>;
}

/** The evidence and the statements of a collision, with its facts beside them. */
export function CollisionBody({ collision, reading }: CollisionBodyProps) {
  const onReload = reading.retry;
  const [large, setLarge] = useState({ opened: false, index: 0 });
  const pictures = picturesOf(collision);
  const scene = pictures.filter(({ vehicle }) => vehicle === null);
  const show = (picture: EvidencePicture) =>
    setLarge({ opened: true, index: pictures.indexOf(picture) });
  const Unreadable = unreadable.use(collision.filesUnreadable > 0);
  const { _id: id, additions: count } = collision;
  const additions = useLoaded(`${id} ${count}`, (signal) =>
    count === 0 ? Promise.resolve([]) : dataOf(listAdditions, { params: { id }, signal }),
  );
  const none = scene.length === 0 && collision.vid === '';

  return (
    <>
      <RecordBody
        kind="collision"
        id={collision._id}
        revision={`${count} ${collision.doubles.open} ${collision.countsAs} ${collision.corrections.length}`}
        reading={reading}
        facts={
          <CollisionFacts
            collision={collision}
            additions={additions.data ?? []}
            pictures={pictures}
            onShow={show}
            onReload={onReload}
          />
        }
      >
        <Corrections collision={collision} onCorrected={onReload} />
        {collision.doubles.found > 0 && <Doubles collision={collision} onDecided={onReload} />}
        <DetailHeading>Evidence</DetailHeading>
        {none && <p className="small quiet">{withoutEvidence(collision)}</p>}
        {Unreadable && <Unreadable.UnreadableFiles collision={collision} onReplaced={onReload} />}
        <Thumbnails pictures={scene} onShow={show} onReload={onReload} />
        {collision.vid !== '' && <EvidenceVideo address={collision.vid} onReload={onReload} />}
        <Originals id={collision._id} />
        <Statements collision={collision} />
        <Additions
          collision={collision}
          additions={additions.data}
          failure={additions.failure}
          onReload={() => {
            onReload();
            additions.reload();
          }}
        />
      </RecordBody>
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
