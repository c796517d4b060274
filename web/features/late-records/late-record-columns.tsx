import { decisionWords, type LateRecord, type TakenOutRecord } from '#contract/late-records.ts';
import { exactNaira } from '#web/format/money.ts';
import { clockOf, dateOf, momentOf } from '#web/format/time.ts';
import { capitalised } from '#web/format/words.ts';
import { Plate } from '#web/records/plate.tsx';
import type { Column } from '#web/ui/table/data-list.tsx';
import { ListCard, type ListCardProps } from '#web/ui/table/list-card.tsx';
import { TwoLine } from '#web/ui/table/two-line.tsx';
import { lateRecordName, onItsWay } from './late-record-words.ts';

const when = (at: string) => <TwoLine second={clockOf(at)}>{dateOf(at)}</TwoLine>;

/** The plate of a booking, else the location. */
const Label = ({ of: { kind, label } }: { of: Pick<LateRecord, 'kind' | 'label'> }) =>
  kind === 'booking' && label !== '' ? <Plate value={label} /> : label || 'No plate';

export const lateRecordColumns: Column<LateRecord>[] = [
  {
    key: 'record',
    header: 'Record',
    cell: (row) => (
      <TwoLine second={capitalised(row.kind)} keep>
        <Label of={row} />
      </TwoLine>
    ),
  },
  {
    key: 'officer',
    header: 'Officer',
    cell: ({ officer, zone }) => <TwoLine second={zone}>{officer.name}</TwoLine>,
  },
  {
    key: 'price',
    header: 'Price',
    width: 110,
    align: 'end',
    cell: ({ price }) => (price === null ? '' : exactNaira(price)),
  },
  { key: 'made', header: 'Made', width: 110, cell: ({ madeAt }) => when(madeAt) },
  { key: 'asked', header: 'First sent', width: 110, cell: ({ askedAt }) => when(askedAt) },
  { key: 'way', header: 'Delay', width: 110, cell: onItsWay },
  {
    key: 'decision',
    header: 'Decision',
    cell: (row) => (
      <TwoLine second={row.decision && `by ${row.decision.by.name}`}>{decisionWords(row)}</TwoLine>
    ),
  },
];

/** What the card of a late record says on a phone. */
export const lateRecordCard = (row: LateRecord): Omit<ListCardProps, 'onOpen'> => ({
  when: `Made ${momentOf(row.madeAt)}`,
  name: <Label of={row} />,
  detail: `${row.officer.name}, ${row.zone}`,
  mark: onItsWay(row),
  reference: decisionWords(row),
});

const told = ({ toldPrice }: TakenOutRecord) =>
  toldPrice === null ? 'None' : exactNaira(toldPrice);

export const takenOutColumns: Column<TakenOutRecord>[] = [
  {
    key: 'record',
    header: 'Record',
    cell: (row) => (
      <TwoLine second={capitalised(row.kind)} keep>
        <Label of={row} />
      </TwoLine>
    ),
  },
  {
    key: 'officer',
    header: 'Officer',
    cell: ({ officer, zone }) => <TwoLine second={zone}>{officer.name}</TwoLine>,
  },
  { key: 'told', header: 'Price quoted', width: 110, align: 'end', cell: told },
  { key: 'made', header: 'Made', width: 110, cell: ({ madeAt }) => when(madeAt) },
  { key: 'out', header: 'Removed', width: 110, cell: ({ takenOutAt }) => when(takenOutAt) },
  {
    key: 'reason',
    header: 'Reason',
    cell: ({ reason }) => <span className="anywhere">{reason}</span>,
  },
];

/** A record that was taken out, in the list on a phone. */
export function TakenOutCard({ row }: { row: TakenOutRecord }) {
  return (
    <ListCard
      when={`Removed ${momentOf(row.takenOutAt)}`}
      name={<Label of={row} />}
      detail={
        <>
          {row.officer.name}, {row.zone}
          <span className="block anywhere">{row.reason}</span>
        </>
      }
      mark={told(row)}
      reference={capitalised(row.kind)}
      openName={lateRecordName(row)}
    />
  );
}
