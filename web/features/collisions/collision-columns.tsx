import type { Collision, CollisionSort } from '#contract/collisions.ts';
import { collisionReference } from '#web/format/reference.ts';
import { joined } from '#web/format/words.ts';
import type { SortingColumn } from '#web/lists/list-columns.tsx';
import { MadeAt, madeWhen } from '#web/records/made-at.tsx';
import { ListCard } from '#web/ui/table/list-card.tsx';
import { TwoLine } from '#web/ui/table/two-line.tsx';
import { useScreen } from '#web/ui/theme/use-screen.ts';
import { Reference } from '#web/ui/ticket/reference.tsx';
import { CollisionBadge } from './collision-badge.tsx';
import { addedLater, collisionName, firstVehicle, harmOf, placeOf } from './collision-words.ts';

/** The columns of the accidents, in the order of the specification. */
export const usualColumns = ['reference', 'date', 'zone', 'location', 'fatalities', 'injuries'];

/** Every column of the accidents. */
export const collisionColumns: readonly SortingColumn<Collision, CollisionSort>[] = [
  {
    key: 'reference',
    header: 'Reference',
    width: 290,
    cell: (collision) => <ReferenceCell collision={collision} />,
  },
  {
    key: 'date',
    sorts: ['-createdAt', 'createdAt'],
    header: 'Date',
    width: 98,
    cell: (collision) => <MadeAt record={collision} />,
  },
  {
    key: 'zone',
    header: 'Zone',
    width: 98,
    cell: ({ zone, team }) => <TwoLine second={team === '' ? undefined : team}>{zone}</TwoLine>,
  },
  {
    key: 'location',
    header: 'Location',
    cell: (collision) => (
      <TwoLine second={addedLater(collision)} keep>
        {collision.location}
      </TwoLine>
    ),
  },
  {
    key: 'fatalities',
    header: 'Fatalities',
    width: 80,
    align: 'end',
    cell: ({ noOfFatalities }) => <b>{noOfFatalities}</b>,
  },
  {
    key: 'injuries',
    header: 'Injuries',
    width: 72,
    align: 'end',
    cell: ({ noOfInjuries }) => <b>{noOfInjuries}</b>,
  },
  {
    key: 'vehicles',
    header: 'Vehicles',
    width: 76,
    align: 'end',
    cell: ({ noOfCars }) => <b>{noOfCars}</b>,
  },
  { key: 'team', header: 'Team', cell: ({ team }) => team },
  { key: 'recordedBy', header: 'Recorded by', cell: ({ createdBy }) => createdBy.name },
];

/** Reference and badge of a collision; on narrow screens the vehicle is below them. */
function ReferenceCell({ collision }: { collision: Collision }) {
  const wide = useScreen('desk');
  const reference = <Reference value={collisionReference(collision._id)} group={7} />;
  if (wide) {
    return (
      <TwoLine second={<CollisionBadge collision={collision} />} keep>
        {reference}
      </TwoLine>
    );
  }
  return (
    <>
      <TwoLine second={<CollisionBadge collision={collision} short />} keep>
        {reference}
      </TwoLine>
      <TwoLine>{firstVehicle(collision)}</TwoLine>
    </>
  );
}

interface CollisionCardProps {
  collision: Collision;
  onOpen: () => void;
}

/** A collision in a list on a phone. */
export function CollisionCard({ collision, onOpen }: CollisionCardProps) {
  return (
    <ListCard
      badge={<CollisionBadge collision={collision} />}
      when={madeWhen(collision)}
      name={placeOf(collision)}
      detail={joined([collision.zone, harmOf(collision), addedLater(collision) ?? ''])}
      reference={<Reference value={collisionReference(collision._id)} group={7} />}
      onOpen={onOpen}
      openName={collisionName(collision)}
    />
  );
}
