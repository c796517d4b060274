import { VisuallyHidden } from '@mantine/core';
import type { PaymentException } from '#contract/exceptions.ts';
import { clockOf, dateOf } from '#web/format/time.ts';
import { Button } from '#web/ui/controls/button.tsx';
import type { Column } from '#web/ui/table/data-list.tsx';
import { TwoLine } from '#web/ui/table/two-line.tsx';
import { AmountCell, BookingCell, OutcomeCell } from './exception-cells.tsx';
import { ExceptionStub } from './exception-stub.tsx';
import { kindLabels } from '#web/records/exceptions.ts';
import { exceptionName } from './exception-words.ts';
import css from './exceptions.module.css';

type Open = (exception: PaymentException) => void;

/** The columns at a desk; where there is little room the story stands under its kind. */
export function exceptionColumns(open: Open, roomy: boolean): Column<PaymentException>[] {
  const bill: Column<PaymentException> = {
    key: 'bill',
    header: 'Bill',
    width: 118,
    cell: ({ billRef }) => billRef ?? 'None',
  };
  const story: Column<PaymentException> = {
    key: 'story',
    header: 'Story',
    cell: (exception) => <span className={css['story']}>{exception.story}</span>,
  };
  return [
    {
      key: 'kind',
      header: 'What was found',
      ...(roomy ? { width: 176 } : {}),
      cell: ({ kind, state, story: told }) => (
        <TwoLine second={roomy ? undefined : <span className={css['story']}>{told}</span>} keep>
          <ExceptionStub kind={kind} settled={state === 'settled'} />
        </TwoLine>
      ),
    },
    {
      key: 'booking',
      header: 'Booking',
      width: 168,
      cell: (exception) => <BookingCell exception={exception} />,
    },
    ...(roomy ? [bill] : []),
    {
      key: 'amount',
      header: 'Amount',
      width: 104,
      align: 'end',
      cell: (exception) => <AmountCell exception={exception} />,
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
      cell: (exception) => <OutcomeCell exception={exception} />,
    },
    {
      key: 'actions',
      header: 'Actions',
      width: 84,
      align: 'end',
      cell: (exception) => (
        <Button size="sm" onClick={() => open(exception)}>
          Open
          <VisuallyHidden>
            {' '}
            {kindLabels[exception.kind]}, {exceptionName(exception)}
          </VisuallyHidden>
        </Button>
      ),
    },
  ];
}
