import { VisuallyHidden } from '@mantine/core';
import type { Collision, CollisionSort } from '#contract/collisions.ts';
import type { ListSteps } from '#web/lists/address.ts';
import { inOrder, sortedBy } from '#web/lists/sort.ts';
import { clockOf, dateOf } from '#web/format/time.ts';
import { Button } from '#web/ui/controls/button.tsx';
import type { Column } from '#web/ui/table/data-list.tsx';
import { TwoLine } from '#web/ui/table/two-line.tsx';
import { usualColumns, type CollisionColumnKey } from './collision-grammar.ts';
import { collisionName } from './collision-words.ts';
import { ReferenceCell } from './reference-cell.tsx';

type CollisionColumn = Column<Collision> & { key: CollisionColumnKey };

/** Every column of the accidents. */
export const allColumns: readonly CollisionColumn[] = [
  {
    key: 'reference',
    header: 'Reference',
    width: 290,
    cell: (collision) => <ReferenceCell collision={collision} />,
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

/** The columns that the address names, and the actions after them. */
export function collisionColumns(steps: ListSteps<CollisionSort>): Column<Collision>[] {
  const shown = inOrder(allColumns, steps.address.columns ?? usualColumns);
  return [
    ...shown.map((column) =>
      column.key === 'date'
        ? { ...column, ...sortedBy(steps, ['-createdAt', 'createdAt']) }
        : column,
    ),
    {
      key: 'actions',
      header: 'Actions',
      width: 84,
      align: 'end',
      cell: (collision) => (
        <Button size="sm" onClick={() => steps.open(collision._id)}>
          Open
          <VisuallyHidden> {collisionName(collision)}</VisuallyHidden>
        </Button>
      ),
    },
  ];
}
