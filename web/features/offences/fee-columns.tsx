import type { PricedOffence } from '#contract/fees.ts';
import { offenceGroups } from '#contract/offences.ts';
import { naira } from '#web/format/money.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { VisuallyHidden } from '#web/ui/controls/visually-hidden.tsx';
import type { Column } from '#web/ui/table/data-list.tsx';
import { ListCard } from '#web/ui/table/list-card.tsx';
import { TwoLine } from '#web/ui/table/two-line.tsx';

/** The columns of the catalogue with its fees. */
export function feeColumns(open: (id: string) => void, maySet: boolean): Column<PricedOffence>[] {
  return [
    { key: 'id', header: 'Offence', width: 84, cell: ({ offence }) => <b>{offence.id}</b> },
    {
      key: 'name',
      header: 'Name',
      cell: ({ offence }) => (
        <TwoLine second={offenceGroups[offence.group]}>{offence.name}</TwoLine>
      ),
    },
    {
      key: 'today',
      header: 'Fee today',
      width: 110,
      align: 'end',
      cell: ({ offence }) => <b>{naira(offence.amount)}</b>,
    },
    {
      key: 'next',
      header: 'Next fee',
      width: 170,
      cell: ({ next, waiting }) => (
        <>
          {next && (
            <TwoLine second={`from ${next.from}`} keep>
              {naira(next.amount)}
            </TwoLine>
          )}
          {waiting && (
            <TwoLine second={`from ${waiting.from}, not confirmed`} keep>
              {naira(waiting.amount)}
            </TwoLine>
          )}
        </>
      ),
    },
    {
      key: 'actions',
      header: 'Actions',
      width: 100,
      align: 'end',
      cell: ({ offence: { id } }) => (
        <Button size="sm" onClick={() => open(id)}>
          {verbOf(maySet)}
          <VisuallyHidden> of {id}</VisuallyHidden>
        </Button>
      ),
    },
  ];
}

interface FeeCardProps {
  row: PricedOffence;
  maySet: boolean;
  onOpen: () => void;
}

const verbOf = (maySet: boolean): string => (maySet ? 'Set fee' : 'See fees');

/** An offence with its fee in the list on a phone. */
export function FeeCard({ row: { offence, next, waiting }, maySet, onOpen }: FeeCardProps) {
  return (
    <ListCard
      name={offence.name}
      detail={
        waiting
          ? `${naira(waiting.amount)} from ${waiting.from}, not confirmed`
          : next
            ? `${naira(next.amount)} from ${next.from}`
            : undefined
      }
      mark={<b>{naira(offence.amount)}</b>}
      reference={offence.id}
      onOpen={onOpen}
      openLabel={verbOf(maySet)}
      openName={`of ${offence.id}`}
    />
  );
}
