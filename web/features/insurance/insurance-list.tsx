import { SampleList } from '#web/lists/local-list.tsx';
import { Plate } from '#web/records/plate.tsx';
import type { Column } from '#web/ui/table/data-list.tsx';
import { ListCard } from '#web/ui/table/list-card.tsx';
import { Reference } from '#web/ui/ticket/reference.tsx';
import type { InsuranceSample } from './insurance-samples.ts';

const columns: readonly Column<InsuranceSample>[] = [
  {
    key: 'reference',
    header: 'Reference',
    width: 212,
    cell: ({ reference }) => <Reference value={reference} />,
  },
  { key: 'date', header: 'Date', width: 98, cell: ({ date }) => date },
  { key: 'zone', header: 'Zone', cell: ({ zone }) => zone },
  { key: 'holder', header: 'Policy Holder', cell: ({ holder }) => holder },
  { key: 'plate', header: 'Plate Number', cell: ({ plate }) => <Plate value={plate} /> },
  { key: 'provider', header: 'Insurance Provider', cell: ({ provider }) => provider },
];

interface InsuranceListProps {
  title: string;
  rows: readonly InsuranceSample[];
}

/** The sample rows of an insurance screen. */
export function InsuranceList({ title, rows }: InsuranceListProps) {
  return (
    <SampleList
      title={title}
      searched="holder, plate, zone, provider"
      columns={columns}
      rows={rows}
      rowKey={({ reference }) => reference}
      renderCard={(row) => (
        <ListCard
          when={row.date}
          name={row.holder}
          detail={`${row.zone}, ${row.provider}`}
          mark={<Plate value={row.plate} />}
          reference={<Reference value={row.reference} />}
        />
      )}
    />
  );
}
