import { VisuallyHidden } from '@mantine/core';
import type { Collision } from '#contract/collisions.ts';
import { collisionReference } from '#web/lib/reference.ts';
import { clockOf, dateOf } from '#web/lib/time.ts';
import { Button } from '#web/ui/button.tsx';
import type { Column } from '#web/ui/data-list.tsx';
import { Reference } from '#web/ui/reference.tsx';
import { TwoLine } from '#web/ui/two-line.tsx';
import { CollisionStub } from './collision-stub.tsx';
import { collisionName } from './collision-words.ts';

/** The columns of the accidents, in the order of the specification. */
export function collisionColumns(open: (collision: Collision) => void): Column<Collision>[] {
  return [
    {
      key: 'reference',
      header: 'Reference',
      cell: (collision) => (
        <TwoLine second={<CollisionStub collision={collision} />} keep>
          <Reference value={collisionReference(collision._id)} group={7} />
        </TwoLine>
      ),
    },
    {
      key: 'date',
      header: 'Date',
      width: 98,
      cell: ({ createdAt }) => <TwoLine second={clockOf(createdAt)}>{dateOf(createdAt)}</TwoLine>,
    },
    {
      key: 'zone',
      header: 'Zone',
      width: 98,
      cell: ({ zone, team }) => <TwoLine second={team === '' ? undefined : team}>{zone}</TwoLine>,
    },
    { key: 'location', header: 'Location', cell: ({ location }) => location },
    {
      key: 'fatalities',
      header: 'Fatalities',
      width: 80,
      align: 'end',
      cell: ({ noOfFatalities }) => noOfFatalities,
    },
    {
      key: 'injuries',
      header: 'Injuries',
      width: 72,
      align: 'end',
      cell: ({ noOfInjuries }) => noOfInjuries,
    },
    {
      key: 'actions',
      header: 'Actions',
      width: 84,
      align: 'end',
      cell: (collision) => (
        <Button size="sm" onClick={() => open(collision)}>
          Open
          <VisuallyHidden> {collisionName(collision)}</VisuallyHidden>
        </Button>
      ),
    },
  ];
}
