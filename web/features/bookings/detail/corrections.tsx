import { useState } from 'react';
import { Link } from 'react-router';
import {
  correctionMinutes,
  leaveMistake,
  listMistakes,
  reportMistake as contract,
} from '#contract/booking-corrections.ts';
import type { Booking } from '#contract/bookings.ts';
import { call, dataOf } from '#web/api/call.ts';
import { useOpenPopup } from '#web/api/popups.ts';
import { useCurrentUser, useDispatch, useMay } from '#web/api/store-hooks.ts';
import { useLoaded } from '#web/api/use-loaded.ts';
import { momentOf } from '#web/format/time.ts';
import { ActConfirm } from '#web/records/act-confirm.tsx';
import { recordAddress } from '#web/records/record-address.ts';
import { Slot } from '#web/records/slot.tsx';
import { openAgain } from '#web/sending/mending.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { IconPencil } from '#web/ui/icons.ts';
import { lazyPart } from '#web/ui/overlay/lazy-part.ts';
import { readBooking } from '../slice.ts';
import { reportMistake } from './calls.ts';

const correcting = lazyPart(() => import('./correct-booking.tsx'));
const proposed = lazyPart(() => import('./proposed-corrections.tsx'));

interface CorrectionsProps {
  booking: Booking;
  onChanged: () => void;
}

/** True while its officer corrects a booking by themselves; the server decides by its own clock. */
const isOpenToOfficer = ({ createdAt, shownVersion, paid }: Booking): boolean =>
  shownVersion === null && !paid && Date.now() - Date.parse(createdAt) < correctionMinutes * 60_000;

/** What was corrected, what is reported as wrong, and in whose place the booking was made. */
export function CorrectionNotes({
  booking,
  round,
  onChanged,
}: CorrectionsProps & {
  /** Another number reads anew what is proposed and reported. */
  round: number;
}) {
  const { _id: id, version, correctedAt, shownVersion, replaces, replacedBy } = booking;
  const mayShow = useMay('check a ticket');
  const mayConfirm = useMay('withdraw a booking');
  const isOpen = !booking.completed && !booking.withdrawal && !booking.decision;
  const there = proposed.use(mayConfirm && isOpen);
  return (
    <>
      {correctedAt !== null && (
        <Notice kind="soft" icon={<IconPencil size={18} aria-hidden />}>
          <b>
            Corrected {momentOf(correctedAt)}, version {version}.
          </b>{' '}
          The history shows the old details.
          {shownVersion !== null && shownVersion < version && (
            <>
              {' '}
              The driver has an older version. Show or print the ticket again.
              {mayShow && (
                <span className="row wrap gap-4 space-above">
                  <Slot name="ticket of a booking" id={id} />
                </span>
              )}
            </>
          )}
        </Notice>
      )}
      {replaces !== '' && (
        <Notice>
          This booking replaces a withdrawn one.{' '}
          <Link to={recordAddress('booking', replaces)}>Open the withdrawn booking</Link>
        </Notice>
      )}
      {replacedBy !== '' && (
        <Notice>
          A new booking replaces this one.{' '}
          <Link to={recordAddress('booking', replacedBy)}>Open the new booking</Link>
        </Notice>
      )}
      <Mistakes booking={booking} round={round} />
      {there && <there.ProposedCorrections booking={booking} round={round} onChanged={onChanged} />}
    </>
  );
}

function Mistakes({ booking, round }: { booking: Booking; round: number }) {
  const { _id: id, version, withdrawal } = booking;
  const mayLeave = useMay('withdraw a booking');
  const user = useCurrentUser();
  const [leaving, setLeaving] = useState(false);
  const { data, reload } = useLoaded(`${id} ${version} ${withdrawal !== null} ${round}`, (signal) =>
    dataOf(listMistakes, { params: { id }, signal }),
  );
  const [newest] = data ?? [];
  if (!newest) return null;
  const { reason, by, at, outcome, answer, decidedBy } = newest;
  const waits = outcome === null;
  return (
    <Notice kind={waits ? 'warn' : 'soft'}>
      <b>{waits ? 'A mistake was reported.' : 'The report of a mistake was answered.'}</b> {by.name}
      , {momentOf(at)}: {reason}
      {!waits && ` ${decidedBy?.name ?? ''}: ${answer}`}
      {waits && mayLeave && by.id !== user?.id && (
        <span className="row wrap gap-4 space-above">
          <Button size="sm" onClick={() => setLeaving(true)}>
            {leaveMistake.words.begins}
          </Button>
        </span>
      )}
      {leaving && (
        <ActConfirm
          act={leaveMistake}
          about={`${by.name} can read your answer here.`}
          send={(text) => call(leaveMistake, { params: { id }, body: { answer: text } })}
          onDone={reload}
          onClose={() => setLeaving(false)}
        />
      )}
    </Notice>
  );
}

export type Correcting = 'correct' | 'report' | null;

interface CorrectionButtonsProps {
  booking: Booking;
  onChoose: (what: Correcting) => void;
}

/** What one may do about a mistake: correct it, report it, or book again after a withdrawal. */
export function CorrectionButtons({ booking, onChoose }: CorrectionButtonsProps) {
  const { _id: id, withdrawal, completed, createdBy } = booking;
  const openPopup = useOpenPopup();
  const user = useCurrentUser();
  const mayBook = useMay('book');
  const isSuperior = useMay('withdraw a booking');
  if (!mayBook || completed || booking.decision) return null;
  if (withdrawal)
    return booking.replacedBy === '' ? (
      <Button
        size="sm"
        onClick={() => {
          openAgain('booking', { ...booking, replaces: id });
          openPopup('booking');
        }}
      >
        Book again
      </Button>
    ) : null;
  const own = createdBy.id === user?.id;
  const mayCorrect = own ? isOpenToOfficer(booking) : isSuperior;
  return mayCorrect ? (
    <Button
      size="sm"
      variant="link"
      icon={<IconPencil size={16} aria-hidden />}
      onClick={() => onChoose('correct')}
    >
      Correct
    </Button>
  ) : (
    <Button size="sm" variant="link" onClick={() => onChoose('report')}>
      {contract.words.begins}
    </Button>
  );
}

/** The form that was chosen. It stands apart from its button, which a turned tablet draws anew. */
export function CorrectionForm({
  booking,
  chosen,
  onChanged,
  onClose,
}: CorrectionsProps & { chosen: Correcting; onClose: () => void }) {
  const { _id: id } = booking;
  const dispatch = useDispatch();
  const there = correcting.use(chosen === 'correct');
  return (
    <>
      {chosen === 'correct' && there && (
        <there.CorrectBooking booking={booking} onChanged={onChanged} onClose={onClose} />
      )}
      {chosen === 'report' && (
        <ActConfirm
          act={contract}
          send={(reason) => reportMistake(id, reason)}
          onDone={() => {
            readBooking(dispatch, id).catch(() => undefined);
            onChanged();
          }}
          onClose={onClose}
        />
      )}
    </>
  );
}
