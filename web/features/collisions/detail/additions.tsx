import { useState } from 'react';
import type { Addition } from '#contract/collision-additions.ts';
import type { Collision } from '#contract/collisions.ts';
import { useMay } from '#web/api/store-hooks.ts';
import { dayOfYear } from '#web/format/calendar.ts';
import { momentOf } from '#web/format/time.ts';
import { capitalised, plural } from '#web/format/words.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { phoneLink } from '#web/ui/controls/phone-link.tsx';
import { DetailHeading } from '#web/ui/dialog/detail.tsx';
import { lazyPart } from '#web/ui/overlay/lazy-part.ts';
import { Facts } from '#web/ui/table/facts.tsx';
import { factsShown } from '../facts/fact-words.ts';
import { EvidenceVideo, Thumbnails } from './evidence.tsx';

const adding = lazyPart(() => import('./unreadable-files.tsx'));

interface AdditionsProps {
  collision: Collision;
  /** Null until they are loaded. */
  additions: readonly Addition[] | null;
  failure: string | null;
  onReload: () => void;
}

/** What was added to a collision after it was recorded, and the way to add more. */
export function Additions({ collision, additions, failure, onReload }: AdditionsProps) {
  const mayAdd = useMay('record a collision');
  const [opened, setOpened] = useState(false);
  const Adding = adding.use(opened);
  if (!mayAdd && collision.additions === 0) return null;
  return (
    <>
      <DetailHeading>Added later</DetailHeading>
      {failure !== null && <p className="small quiet">{failure}</p>}
      {additions?.map((addition) => (
        <AdditionFacts key={addition.id} addition={addition} onReload={onReload} />
      ))}
      {mayAdd && (
        <p className="space-above">
          <Button size="sm" onClick={() => setOpened(true)}>
            Add to this collision
          </Button>
        </p>
      )}
      {Adding && opened && (
        <Adding.AddToCollision
          collision={collision}
          onAdded={onReload}
          onClose={() => setOpened(false)}
        />
      )}
    </>
  );
}

interface AdditionFactsProps {
  addition: Addition;
  onReload: () => void;
}

function AdditionFacts({ addition, onReload }: AdditionFactsProps) {
  const { kind, at, by, words, phone, wereInjured, facts, file } = addition;
  const title = titleOf(addition);
  return (
    <>
      <Facts
        title={title}
        facts={[
          { label: 'Phone', value: phoneLink(phone) },
          ...factsShown(facts ?? {}),
          { label: wordLabels[kind], value: words && <span className="pre-wrap">{words}</span> },
          { label: 'Already counted as injured', value: wereInjured ? 'Yes' : null },
          { label: 'Added by', value: `${by.name}, ${by.role}, ${momentOf(at)}` },
        ]}
      />
      {file?.kind === 'picture' && (
        <Thumbnails
          pictures={[{ address: file.address, alt: words || title, vehicle: null }]}
          onShow={() => window.open(file.address, '_blank', 'noopener')}
          onReload={onReload}
        />
      )}
      {file?.kind === 'video' && <EvidenceVideo address={file.address} onReload={onReload} />}
    </>
  );
}

const wordLabels = {
  witness: 'Statement',
  evidence: 'Description',
  death: 'Who died',
  facts: 'Source',
};

function titleOf({ kind, name, persons, diedOn, file }: Addition): string {
  if (kind === 'witness') return name === '' ? 'Witness' : `Witness ${name}`;
  if (kind === 'facts') return 'More facts';
  if (kind === 'evidence') return capitalised(file?.kind ?? 'evidence');
  return `${plural(persons, 'person')} died on ${dayOfYear(diedOn ?? '')}`;
}
