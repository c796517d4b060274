import { type ReactNode, useState } from 'react';
import type { DossierBooking, DossierKind, Known } from '#contract/dossiers.ts';
import { shownPlate } from '#contract/identities.ts';
import type { Say } from '#contract/language.ts';
import { useSay } from '#web/device/language.ts';
import { clockOf, dateOf, momentOf } from '#web/format/time.ts';
import { useRelativeTime } from '#web/format/use-relative-time.ts';
import { capitalised, joined, joinWithAnd } from '#web/format/words.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { VisuallyHidden } from '#web/ui/controls/visually-hidden.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { focusField } from '#web/ui/fields/focus-field.ts';
import { IconCopyX, IconExternalLink, IconHistory, IconX } from '#web/ui/icons.ts';
import { inPlaces } from '#web/ui/in-places.tsx';
import { classNames } from '#web/ui/theme/class-names.ts';
import { useOwnBookings } from '../addresses/bookings-path.ts';
import { dossierAddress } from '../addresses/dossier-address.ts';
import { arrivalOf, madeAtOf } from '../made-at.tsx';
import css from './known-note.module.css';
import type { KnownNoteProps } from './known-note.tsx';
import {
  factNames,
  fillable,
  type KnownFacts,
  mayBeTheSame,
  otherWords,
  vehicleWords,
} from './known-rules.ts';
import type { FromCopy } from './use-known.ts';

interface KnownNotesProps extends KnownNoteProps {
  title: string;
  known: Known;
  /** What is open in words, or ''. */
  open: string;
  copy: FromCopy | null;
  duplicate: DossierBooking | null;
  onHide: () => void;
}

/** What is known of the value, with buttons that fill it in; and that it may be a duplicate. */
export function KnownNotes(props: KnownNotesProps) {
  const { of, value, title, known, open, copy, duplicate, onHide } = props;
  const say = useSay();
  const recorded = recordedWords(of, known, say);
  return (
    <>
      {duplicate && <DuplicateNote booking={duplicate} value={value} />}
      <Notice kind={open === '' ? 'soft' : 'warn'} icon={<IconHistory size={18} aria-hidden />}>
        <button
          type="button"
          className={css['hide']}
          aria-label={say('Hide {what}', { what: title.toLowerCase() })}
          onClick={onHide}
        >
          <IconX size={18} aria-hidden />
        </button>
        <p>
          <b>{open === '' ? title : `${title}: ${open}`}</b>.{' '}
          {inPlaces(otherWords(known, say), {
            day: (
              <span className="nowrap">{known.lastSeen !== null && dateOf(known.lastSeen)}</span>
            ),
          })}
          .
        </p>
        {recorded !== '' && <p>{recorded}</p>}
        {copy && <p>{copyWords(copy, say)}</p>}
        <FillButtons key={value} {...props} />
      </Notice>
    </>
  );
}

/** Such as `Toyota Hiace, White, last driven by Musa Bello.`; '' if nothing is recorded. */
function recordedWords(of: DossierKind, known: Known, say: Say): string {
  const vehicle = vehicleWords(known, say);
  const driver = known.driver?.name ?? '';
  const plate = known.vehicle?.registration ?? '';
  const words =
    of === 'plate'
      ? joined([vehicle, driver && say('last driven by {name}', { name: driver })])
      : joined([driver, plate && say('last in {plate}', { plate: shownPlate(plate) })]);
  return words === null ? '' : `${capitalised(words)}.`;
}

/** Says that a note is what this device keeps, and from when. */
function copyWords({ readAt, withdrawn }: FromCopy, say: Say): string {
  const words = say('Stored on this device, updated {moment}.', { moment: momentOf(readAt) });
  if (withdrawn === 0) return words;
  const bookings = say.count(withdrawn, '{count} withdrawn booking', '{count} withdrawn bookings');
  return `${bookings}. ${words}`;
}

function FillButtons(props: KnownNoteProps & { known: Known }) {
  const { of, value, fieldId, fields, onFill, known } = props;
  const say = useSay();
  const [filled, setFilled] = useState<string[]>([]);
  const vehicle = fillable(known.vehicle, fields);
  const driver = fillable(known.driver, fields);
  const own = of === 'plate' ? vehicle : driver;
  const other = mayBeTheSame(of, known, fields) ? (of === 'plate' ? driver : vehicle) : {};
  const hasOwn = Object.keys(own).length > 0;
  const hasOther = Object.keys(other).length > 0;
  const hasBoth = hasOwn && hasOther;

  function fill(facts: KnownFacts): void {
    onFill(facts);
    setFilled((before) => [...before, ...factNames(facts)]);
    // The button disappears, so the focus goes back to the field above it.
    focusField(fieldId);
  }

  return (
    <>
      <div className={classNames('row wrap', css['steps'])}>
        {hasBoth && (
          <Button variant="primary" size="sm" onClick={() => fill({ ...own, ...other })}>
            {say(of === 'plate' ? 'Same vehicle and driver' : 'Same driver and vehicle')}
          </Button>
        )}
        {hasOwn && (
          <Button size="sm" onClick={() => fill(own)}>
            {say(of === 'plate' ? 'Same vehicle' : 'Same driver')}
          </Button>
        )}
        {!hasOwn && hasOther && (
          <Button size="sm" onClick={() => fill(other)}>
            {say(of === 'plate' ? 'Same driver' : 'Same vehicle')}
          </Button>
        )}
        <NewTabLink to={dossierAddress(of, value)}>{say('Open dossier')}</NewTabLink>
      </div>
      <p role="status" className={css['filled']}>
        {filled.length > 0 &&
          say('Filled in: {fields}.', {
            fields: joinWithAnd(
              filled.map((name) => say(name)),
              say,
            ),
          })}
      </p>
    </>
  );
}

interface DuplicateNoteProps {
  booking: DossierBooking;
  /** The plate or licence, as it was typed. */
  value: string;
}

/** Warns that the booking being made may repeat another one; it can be submitted all the same. */
function DuplicateNote({ booking, value }: DuplicateNoteProps) {
  const { createdBy, zone, location, offence } = booking;
  const say = useSay();
  const { path } = useOwnBookings();
  const madeAt = madeAtOf(booking);
  const arrival = arrivalOf(booking);
  const age = useRelativeTime(madeAt);
  const codes = joinWithAnd([...new Set(offence.map(({ id }) => id))], say);
  const when = [say(age).toLowerCase(), arrival === null ? '' : say(arrival)];
  return (
    <Notice kind="warn" icon={<IconCopyX size={18} aria-hidden />}>
      <p>
        <b>{say('This may be a duplicate.')}</b>{' '}
        {inPlaces(say('{officer} booked {plate} at {time}, {when}, in {place} for {offences}.'), {
          officer: createdBy.name,
          plate: <b>{value.trim().toUpperCase()}</b>,
          time: clockOf(madeAt),
          when: joined(when),
          place: joined([location, zone]),
          offences: codes,
        })}
      </p>
      <div className={classNames('row wrap', css['steps'])}>
        <NewTabLink to={`${path}?open=${booking._id}`}>{say('Open that booking')}</NewTabLink>
      </div>
    </Notice>
  );
}

/** A link that opens a new tab, so that the form stays open. */
function NewTabLink({ to, children }: { to: string; children: ReactNode }) {
  const say = useSay();
  return (
    <a
      className={classNames('inline-row gap-2', css['link'])}
      href={to}
      target="_blank"
      rel="noopener"
    >
      {children}
      <IconExternalLink size={14} aria-hidden />
      <VisuallyHidden> ({say('in a new tab')})</VisuallyHidden>
    </a>
  );
}
