import { VisuallyHidden } from '@mantine/core';
import type { Collision } from '#contract/collisions.ts';
import { clockOf, dateOf } from '#web/lib/time.ts';
import { Button } from '#web/ui/button.tsx';
import type { Column } from '#web/ui/data-list.tsx';
import { TwoLine } from '#web/ui/two-line.tsx';
import { collisionName } from './collision-words.ts';
import { ReferenceCell } from './reference-cell.tsx';

/** The columns of the accidents, in the order of the specification. */
export function collisionColumns(open: (collision: Collision) => void): Column<Collision>[] {
  return [
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
