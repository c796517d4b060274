import type { PaymentException } from '#contract/exceptions.ts';
import { momentOf } from '#web/format/time.ts';
import { ListCard } from '#web/ui/table/list-card.tsx';
import { AmountCell, BookingCell } from './exception-cells.tsx';
import { ExceptionStub } from './exception-stub.tsx';
import { kindLabels } from '#web/records/exceptions.ts';
import { exceptionName, outcomeOf } from './exception-words.ts';
import css from './exceptions.module.css';

interface ExceptionCardProps {
  exception: PaymentException;
  onOpen: () => void;
}

/** An exception in the list on a phone. */
export function ExceptionCard({ exception, onOpen }: ExceptionCardProps) {
  const { kind, state, story, billRef, foundAt } = exception;
  return (
    <ListCard
      stub={<ExceptionStub kind={kind} settled={state === 'settled'} />}
      when={momentOf(foundAt)}
      name={<BookingCell exception={exception} />}
      detail={
        <>
          <span className={css['story']}>{story}</span>
          {billRef !== null && <span className={css['bill']}>Bill {billRef}</span>}
        </>
      }
      mark={<AmountCell exception={exception} />}
      reference={outcomeOf(exception)}
      onOpen={onOpen}
      openName={`${kindLabels[kind]}, ${exceptionName(exception)}`}
    />
  );
}
