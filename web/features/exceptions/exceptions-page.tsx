import { exceptionRegister, type PaymentException } from '#contract/exceptions.ts';
import { nounsOf } from '#contract/records.ts';
import { exactNaira } from '#web/format/money.ts';
import { clockOf, dateOf, momentOf } from '#web/format/time.ts';
import type { FilterSteps, OfferedFilter } from '#web/lists/place-and-day-filters.tsx';
import { RegisterPage, type RegisterScreen } from '#web/records/register/register-page.tsx';
import { IconCircleCheck } from '#web/ui/icons.ts';
import { lazyPart } from '#web/ui/overlay/lazy-part.ts';
import type { Column } from '#web/ui/table/data-list.tsx';
import type { ListCardProps } from '#web/ui/table/list-card.tsx';
import { TwoLine } from '#web/ui/table/two-line.tsx';
import { classNames } from '#web/ui/theme/class-names.ts';
import { useScreen } from '#web/ui/theme/use-screen.ts';
import type { ExceptionDetailProps } from './detail/exception-detail.tsx';
import { exceptionTitle, outcomeOf } from './exception-words.ts';
import css from './exceptions.module.css';
import { KindBadge } from './kind-badge.tsx';

type Steps = FilterSteps<typeof exceptionRegister.narrowing>;

const exceptionsWith = (roomy: boolean): RegisterScreen<typeof exceptionRegister> => ({
  of: exceptionRegister,
  title: 'Payment exceptions',
  nouns: nounsOf('exception'),
  ticketOf: ({ booking }) => booking && { id: booking._id, plate: booking.registration },
  columns: exceptionColumns(roomy),
  card: exceptionCard,
  nameOf: exceptionTitle,
  // A link of Reconciliation sets officer and offence; here they can only be taken away.
  useMoreFilters: ({ filters: { bookedBy, offence }, filter }: Steps) => [
    set('Officer', bookedBy && 'Selected officer', () => filter({ bookedBy: undefined })),
    set('Offence', offence, () => filter({ offence: undefined })),
  ],
  // They have no live news, and others settle them meanwhile.
  every: 30_000,
  empty: {
    icon: <IconCircleCheck size={30} stroke={1.5} />,
    words: {
      open: 'All bills and payments are in order.',
      proposed: 'There are no settlements to confirm.',
      settled: 'There are no settled exceptions yet.',
    },
  },
});

const set = (label: string, value: string | undefined, onRemove: () => void): OfferedFilter => ({
  key: label,
  label,
  value: value ?? null,
  offered: false,
  onRemove,
  render: () => <p>{value}</p>,
});

const [screen, roomyScreen] = [exceptionsWith(false), exceptionsWith(true)];

const detail = lazyPart(() => import('./detail/exception-detail.tsx'));

function OpenException(props: ExceptionDetailProps) {
  const Detail = detail.use(props.id !== '')?.ExceptionDetail;
  return Detail && <Detail {...props} />;
}

/** Bills and payments that need a person: one settles each, another confirms. */
export default function ExceptionsPage() {
  return (
    <RegisterPage screen={useScreen('roomy') ? roomyScreen : screen}>
      {({ address: { open }, close }, { reload }) => (
        <OpenException id={open} onClose={close} onChanged={reload} />
      )}
    </RegisterPage>
  );
}

ExceptionsPage.help =
  'These are bills and payments that Hanya cannot settle automatically. Read the details, and propose how to settle them. A second person must confirm each settlement before it takes effect. Until then the driver should not pay again.';

interface Cell {
  exception: PaymentException;
}

/** The columns at a desk; where there is little room the story stands under its kind. */
function exceptionColumns(roomy: boolean): Column<PaymentException>[] {
  const bill: Column<PaymentException> = {
    key: 'bill',
    header: 'Bill',
    width: 118,
    cell: ({ billRef }) => billRef ?? 'None',
  };
  const story: Column<PaymentException> = {
    key: 'story',
    header: 'Details',
    cell: (exception) => <Story exception={exception} />,
  };
  return [
    {
      key: 'kind',
      header: 'Problem',
      width: roomy ? 176 : undefined,
      cell: (exception) => (
        <TwoLine second={roomy ? undefined : <Story exception={exception} />} keep>
          <KindBadge exception={exception} />
        </TwoLine>
      ),
    },
    ...(roomy ? [bill] : []),
    {
      key: 'amount',
      header: 'Amount',
      width: 104,
      align: 'end',
      cell: (exception) => <Amount exception={exception} />,
    },
    ...(roomy ? [story] : []),
    {
      key: 'found',
      header: 'Found',
      width: 98,
      cell: ({ foundAt }) => <TwoLine second={clockOf(foundAt)}>{dateOf(foundAt)}</TwoLine>,
    },
    {
      key: 'outcome',
      header: 'Settlement',
      cell: (exception) => (
        <TwoLine second={exception.settlement && `by ${exception.settlement.by.name}`}>
          {outcomeOf(exception)}
        </TwoLine>
      ),
    },
  ];
}

/** What the card of an exception says on a phone. */
function exceptionCard(exception: PaymentException): Omit<ListCardProps, 'onOpen'> {
  const { billRef, foundAt } = exception;
  return {
    badge: <KindBadge exception={exception} />,
    when: momentOf(foundAt),
    name: <Amount exception={exception} />,
    detail: (
      <>
        <Story exception={exception} />
        {billRef !== null && (
          <span className={classNames('block quiet', css['bill'])}>Bill {billRef}</span>
        )}
      </>
    ),
    reference: outcomeOf(exception),
  };
}

const Story = ({ exception }: Cell) => <span className={css['story']}>{exception.story}</span>;

/** The amount that the gateway reported, and the price of the booking. */
function Amount({ exception: { amount, booking } }: Cell) {
  if (amount === null) return booking ? exactNaira(booking.price) : null;
  return (
    <span className={classNames('column flex-none gap-1 nowrap', css['amount'])}>
      <b>{exactNaira(amount)}</b>
      {booking && <span className="small quiet">of {exactNaira(booking.price)}</span>}
    </span>
  );
}
