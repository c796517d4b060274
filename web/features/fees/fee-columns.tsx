import { VisuallyHidden } from '@mantine/core';
import { offenceGroups } from '#contract/offences.ts';
import type { PricedOffence } from '#contract/fees.ts';
import { naira } from '#web/format/money.ts';
import { Button } from '#web/ui/controls/button.tsx';
import type { Column } from '#web/ui/table/data-list.tsx';
import { TwoLine } from '#web/ui/table/two-line.tsx';

/** The columns of the catalogue with its fees. */
export function feeColumns(open: (id: string) => void): Column<PricedOffence>[] {
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
      width: 150,
      cell: ({ next }) => next && <NextFee next={next} />,
    },
    {
      key: 'actions',
      header: 'Actions',
      width: 100,
      align: 'end',
      cell: ({ offence: { id } }) => (
        <Button size="sm" onClick={() => open(id)}>
          Set fee
          <VisuallyHidden> of {id}</VisuallyHidden>
        </Button>
      ),
    },
  ];
}

/** What an offence costs next, and from which day. */
function NextFee({ next }: { next: NonNullable<PricedOffence['next']> }) {
  return (
    <TwoLine second={`from ${next.from}`} keep>
      {naira(next.amount)}
    </TwoLine>
  );
}
