import type { PaymentException } from '#contract/exceptions.ts';
import { exactNaira } from '#web/format/money.ts';
import { clockOf, dateOf, momentOf } from '#web/format/time.ts';
import type { Column } from '#web/ui/table/data-list.tsx';
import type { ListCardProps } from '#web/ui/table/list-card.tsx';
import { TwoLine } from '#web/ui/table/two-line.tsx';
import { classNames } from '#web/ui/theme/class-names.ts';
import { outcomeOf } from './exception-words.ts';
import css from './exceptions.module.css';
import { KindBadge } from './kind-badge.tsx';

interface Cell {
  exception: PaymentException;
}

/** The columns at a desk; where there is little room the story stands under its kind. */
export function exceptionColumns(roomy: boolean): Column<PaymentException>[] {
  const bill: Column<PaymentException> = {
    key: 'bill',
    header: 'Bill',
    width: 118,
    cell: ({ billRef }) => billRef ?? 'None',
  };
  const story: Column<PaymentException> = {
    key: 'story',
    header: 'Story',
    cell: (exception) => <Story exception={exception} />,
  };
  return [
    {
      key: 'kind',
      header: 'What was found',
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
export function exceptionCard(exception: PaymentException): Omit<ListCardProps, 'onOpen'> {
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
