import { useOpenPopup } from '#web/api/popups.ts';
import { SampleList } from '#web/lists/local-list.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { IconPlus } from '#web/ui/icons.ts';
import type { Column } from '#web/ui/table/data-list.tsx';
import { ListCard } from '#web/ui/table/list-card.tsx';
import { Reference } from '#web/ui/ticket/reference.tsx';

type DrivingTest = Readonly<Record<'reference' | 'date' | 'name' | 'phone', string>>;

// Phone numbers with a prefix that no operator has.
const samples: readonly DrivingTest[] = [
  {
    reference: 'DRV0000000000001',
    date: '2024-01-10',
    name: 'Sample driver A',
    phone: '0900 555 0101',
  },
  {
    reference: 'DRV0000000000002',
    date: '2024-01-11',
    name: 'Sample driver B',
    phone: '0900 555 0102',
  },
  {
    reference: 'DRV0000000000003',
    date: '2024-01-15',
    name: 'Sample driver C',
    phone: '0900 555 0103',
  },
];

const columns: readonly Column<DrivingTest>[] = [
  {
    key: 'reference',
    header: 'Reference',
    width: 212,
    cell: ({ reference }) => <Reference value={reference} />,
  },
  { key: 'date', header: 'Date', width: 98, cell: ({ date }) => date },
  { key: 'name', header: 'Full Name', cell: ({ name }) => name },
  { key: 'phone', header: 'Phone', cell: ({ phone }) => phone },
];

export default function DriversPage() {
  const open = useOpenPopup();
  return (
    <SampleList
      title="Driving tests"
      actions={
        <Button icon={<IconPlus size={18} aria-hidden />} onClick={() => open('driving test')}>
          Driving Test
        </Button>
      }
      searched="name, phone, reference"
      columns={columns}
      rows={samples}
      rowKey={({ reference }) => reference}
      renderCard={(row) => (
        <ListCard
          when={row.date}
          name={row.name}
          detail={row.phone}
          reference={<Reference value={row.reference} />}
        />
      )}
    />
  );
}

DriversPage.help =
  'This screen shows what the list of driving tests will look like. The rows are samples. Hanya does not keep or send anything from this screen. A state admin will tell you when you can use it.';
