import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Booking } from '#contract/bookings.ts';
import { outcomeWords } from '#contract/charge-words.ts';
import { exceptionKindWords, exceptionRegister } from '#contract/exceptions.ts';
import { dossierKinds, identifies } from '#contract/identities.ts';
import { isUnpaid } from '#contract/owed.ts';
import type { BillState } from '#contract/payments.ts';
import { call } from '#web/api/call.ts';
import { useMay } from '#web/api/store-hooks.ts';
import { useLoaded } from '#web/api/use-loaded.ts';
import { momentOf } from '#web/format/time.ts';
import { openingState } from '#web/lists/use-address.ts';
import { dossierAddress } from '#web/records/addresses/dossier-address.ts';
import { exceptionAddress } from '#web/records/exceptions.ts';
import { RecordBody } from '#web/records/record-dialog.tsx';
import { Slot } from '#web/records/slot.tsx';
import type { OpenRecord } from '#web/records/use-record.ts';
import { buttonClass } from '#web/ui/controls/button-class.ts';
import { DetailHeading } from '#web/ui/dialog/detail.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { IconScale, IconTicketOff } from '#web/ui/icons.ts';
import { lazyPart } from '#web/ui/overlay/lazy-part.ts';
import { classNames } from '#web/ui/theme/class-names.ts';
import { useBookings } from '../slice.ts';
import { BillNotice } from './bill-notice.tsx';
import css from './booking-detail.module.css';
import { BookingFacts } from './booking-facts.tsx';
import { BookingLifecycle } from './booking-lifecycle.tsx';
import { CorrectionNotes } from './corrections.tsx';
import { FinesTable } from './fines-table.tsx';
import { OtherUnpaid } from './other-unpaid.tsx';

interface BookingBodyProps {
  booking: Booking;
  /** On a phone the header scrolls along with the rest. */
  header: ReactNode;
  reading: OpenRecord<Booking>;
  /** Null while it isn't known, and where nothing is to be paid. */
  bill: BillState | null;
  /** Counts what was corrected, proposed or reported since it was opened. */
  corrections?: number;
  /** What is seldom done with it. */
  acts?: ReactNode;
}

const picturesPart = lazyPart(() => import('./booking-pictures.tsx'));

/** The progress and the fines of a booking, with its facts beside them. */
export function BookingBody(props: BookingBodyProps) {
  const { booking, header, reading, bill, corrections = 0, acts } = props;
  const Pictures = picturesPart.use(true)?.BookingPictures;
  return (
    <RecordBody
      kind="booking"
      id={booking._id}
      revision={revisionOf(booking)}
      reading={reading}
      facts={<BookingFacts booking={booking} />}
      more={
        <>
          {acts}
          <Dossiers booking={booking} />
          <Slot name="rare acts of a booking" booking={booking} />
        </>
      }
    >
      {header}
      <BookingLifecycle booking={booking} />
      <WithdrawalNotice withdrawal={booking.withdrawal} />
      <DecisionNotice id={booking._id} decision={booking.decision} />
      <BillNotice booking={booking} bill={bill} />
      <div className={classNames('grid gap-4', css['notes'])}>
        <CorrectionNotes booking={booking} round={corrections} onChanged={reading.retry} />
        <ExceptionNote booking={booking} />
      </div>
      <DetailHeading>Fines</DetailHeading>
      <FinesTable booking={booking} />
      {Pictures && <Pictures id={booking._id} />}
      <Slot name="below the fines" booking={booking} />
      <OtherUnpaid booking={booking} />
      <Slot name="end of a booking" booking={booking} />
    </RecordBody>
  );
}

/** Another text after each change that adds to the history. */
const revisionOf = ({ billRef, paid, completed, withdrawal, decision, version }: Booking): string =>
  [billRef, paid, completed, withdrawal !== null, decision?.at ?? '', version].join();

const identities = { plate: 'registration', license: 'license', phone: 'phoneNo' } as const;

/** The links to what is known of its vehicle and driver. */
function Dossiers({ booking }: { booking: Booking }) {
  const links = dossierKinds.flatMap((of) => {
    const value = booking[identities[of]];
    return identifies(of, value) ? (
      <Link key={of} className={css['dossier']} to={dossierAddress(of, value)}>
        Dossier for {value}
      </Link>
    ) : (
      []
    );
  });
  return links.length > 0 && <div className="row wrap gap-6">{links}</div>;
}

function WithdrawalNotice({ withdrawal }: Pick<Booking, 'withdrawal'>) {
  if (!withdrawal) return null;
  const { reason, by, at } = withdrawal;
  return (
    <Notice kind="warn" icon={<IconTicketOff size={18} aria-hidden />} className={css['notice']}>
      <b>This booking was withdrawn.</b> Nothing is due on it. {by.name}, {by.role}, {momentOf(at)}:{' '}
      {reason}
    </Notice>
  );
}

function DecisionNotice({ id, decision }: { id: string } & Pick<Booking, 'decision'>) {
  const seesCases = useMay('see court cases');
  if (!decision) return null;
  return (
    <Notice kind="soft" icon={<IconScale size={18} aria-hidden />} className={css['notice']}>
      <b>A court has decided on this ticket: {outcomeWords(decision.outcomes)}.</b> Nothing is due
      to the authority.{' '}
      {!decision.vehicleFree &&
        'The authority keeps the vehicle until the court’s receipt is recorded. '}
      {seesCases && (
        <Link to={`/court?open=${id}`} state={openingState}>
          Open the case
        </Link>
      )}
    </Notice>
  );
}

/** Links to the exceptions of a booking that are not settled yet. */
function ExceptionNote({ booking }: { booking: Booking }) {
  return useMay('see exceptions') && <Unsettled booking={booking} />;
}

function Unsettled({ booking }: { booking: Booking }) {
  const { _id, billRef, paid } = booking;
  const checkedAt = useBookings(({ booking: { checked } }) =>
    checked?._id === _id ? checked.checkedAt : '',
  );
  // Loaded again once the bill is made, asked about or paid.
  const { data } = useLoaded(`${_id} ${billRef ?? ''} ${paid} ${checkedAt}`, (signal) =>
    call(exceptionRegister.list, { query: { booking: _id, limit: 20 }, signal }),
  );
  const maySettle = useMay('settle exceptions');
  const mayConfirm = useMay('confirm exceptions');
  const unsettled = data?.data.filter(({ state }) => state !== 'settled') ?? [];
  return unsettled.map(({ id, kind, state }) => {
    const isOpen = state === 'open';
    const isTheirs = isOpen ? maySettle : mayConfirm;
    // Before it is settled nobody should pay, check or clear.
    const isNext = isTheirs && isUnpaid(booking);
    return (
      <Notice key={id} kind="warn">
        <b>{exceptionKindWords[kind]}.</b>{' '}
        <Link
          to={exceptionAddress(id, state)}
          state={openingState}
          className={isNext ? buttonClass({ variant: 'primary', size: 'sm' }) : undefined}
        >
          {isOpen
            ? isTheirs
              ? 'Settle this'
              : 'A state admin must settle this'
            : 'A second person must confirm its settlement'}
        </Link>
      </Notice>
    );
  });
}
