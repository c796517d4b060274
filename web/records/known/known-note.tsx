import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import type { DossierBooking, DossierKind, Known } from '#contract/dossiers.ts';
import { useCurrentUser } from '#web/api/store-hooks.ts';
import { clockOf, dateOf, momentOf } from '#web/format/time.ts';
import { useRelativeTime } from '#web/format/use-relative-time.ts';
import { capitalised, joined, joinWithAnd, plural } from '#web/format/words.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { VisuallyHidden } from '#web/ui/controls/visually-hidden.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { focusField } from '#web/ui/fields/focus-field.ts';
import { IconCopyX, IconExternalLink, IconHistory, IconX } from '#web/ui/icons.ts';
import { classNames } from '#web/ui/theme/class-names.ts';
import { useOwnBookings } from '../addresses/bookings-path.ts';
import { dossierAddress } from '../addresses/dossier-address.ts';
import { arrivalOf, madeAtOf } from '../made-at.tsx';
import css from './known-note.module.css';
import {
  factNames,
  fillable,
  isKnown,
  type KnownFacts,
  likelyDuplicate,
  mayBeTheSame,
  openWords,
  otherWords,
  vehicleWords,
} from './known-rules.ts';
import { type FromCopy, useKnown } from './use-known.ts';

interface KnownNoteProps {
  of: DossierKind;
  /** As it was typed so far. */
  value: string;
  /** The id of the field. */
  fieldId: string;
  /** The values of the form; fields that it doesn't have are left out. */
  fields: KnownFacts;
  /** The ids of the chosen offences; null in a form that books none. */
  offences: readonly string[] | null;
  /** Writes facts into the form; their fields are empty. */
  onFill: (facts: KnownFacts) => void;
}

interface WithKnownProps extends KnownNoteProps {
  /** The field. */
  children: ReactNode;
}

const titles: Record<DossierKind, string> = {
  plate: 'Known vehicle',
  license: 'Known licence',
  phone: 'Known phone number',
};

/**
 * A plate, licence or phone with a note about its past, and buttons to fill that in. The note lies
 * under the field while the focus is there, so that no other field moves. Afterwards a mark is
 * left.
 */
export function WithKnown({ children, ...props }: WithKnownProps) {
  const { of, value, fieldId, offences } = props;
  const answered = useKnown(of, value, fieldId);
  const user = useCurrentUser();
  const copy = answered?.copy ?? null;
  const isFound = answered !== null && (isKnown(answered.known) || (copy?.withdrawn ?? 0) > 0);
  const found = isFound ? answered.known : null;
  const duplicate = found && likelyDuplicate(of, found, offences, user?.id);
  const open = found ? openWords(found) : '';
  const recorded = found ? recordedWords(of, found) : '';
  const title = titles[of];
  const note = useRef<HTMLDivElement>(null);
  const [isAt, setAt] = useIsAt(fieldId, note);
  const shown = found !== null && isAt;
  useEffect(() => {
    // The note may appear below the edge of the screen, unnoticed. An officer who has moved on by
    // then stays where they are.
    const typing = document.activeElement?.id === fieldId;
    if (shown && typing) note.current?.scrollIntoView({ block: 'nearest' });
  }, [shown, fieldId]);
  return (
    <div className={css['place']}>
      {children}
      <VisuallyHidden role="status">
        {duplicate && 'This may be a duplicate. '}
        {found && `${title}: ${open === '' ? 'nothing open' : open}.`}
      </VisuallyHidden>
      {found && !isAt && (
        <button
          type="button"
          className={classNames(css['mark'], (duplicate !== null || open !== '') && 'warn')}
          onClick={() => focusField(fieldId)}
        >
          {duplicate ? 'Possible duplicate' : title}
        </button>
      )}
      {found && isAt && (
        <div ref={note} className={css['notes']} role="group" aria-label={title}>
          {duplicate && <DuplicateNote booking={duplicate} value={value} />}
          <Notice kind={open === '' ? 'soft' : 'warn'} icon={<IconHistory size={18} aria-hidden />}>
            <button
              type="button"
              className={css['hide']}
              aria-label={`Hide ${title.toLowerCase()}`}
              onClick={() => setAt(false)}
            >
              <IconX size={18} aria-hidden />
            </button>
            <p>
              <b>{open === '' ? title : `${title}: ${open}`}</b>.{' '}
              {capitalised(`${otherWords(found)}last seen`)}{' '}
              <span className="nowrap">{found.lastSeen !== null && dateOf(found.lastSeen)}</span>.
            </p>
            {recorded !== '' && <p>{recorded}</p>}
            {copy && <p>{copyWords(copy)}</p>}
            <FillButtons key={value} {...props} known={found} />
          </Notice>
        </div>
      )}
    </div>
  );
}

/** True while the focus is, or was last, in the field or in its note. */
function useIsAt(fieldId: string, note: RefObject<HTMLElement | null>) {
  const [isAt, setAt] = useState(true);
  useEffect(() => {
    const onFocus = ({ target }: FocusEvent) => {
      if (!(target instanceof Element)) return;
      setAt(target.id === fieldId || (note.current?.contains(target) ?? false));
    };
    document.addEventListener('focusin', onFocus);
    return () => document.removeEventListener('focusin', onFocus);
  }, [fieldId, note]);
  return [isAt, setAt] as const;
}

/** Such as `Toyota Hiace, White, last driven by Musa Bello.`; '' if nothing is recorded. */
function recordedWords(of: DossierKind, known: Known): string {
  const vehicle = vehicleWords(known);
  const driver = known.driver?.name ?? '';
  const plate = known.vehicle?.registration ?? '';
  const words =
    of === 'plate'
      ? joined([vehicle, driver && `last driven by ${driver}`])
      : joined([driver, plate && `last in ${plate}`]);
  return words === null ? '' : `${capitalised(words)}.`;
}

/** Says that a note is what this device keeps, and from when. */
function copyWords({ readAt, withdrawn }: FromCopy): string {
  const words = `As at ${momentOf(readAt)}, kept on this device.`;
  if (withdrawn === 0) return words;
  return `${plural(withdrawn, 'withdrawn booking')}. ${words}`;
}

function FillButtons(props: KnownNoteProps & { known: Known }) {
  const { of, value, fieldId, fields, onFill, known } = props;
  const [filled, setFilled] = useState<string[]>([]);
  const vehicle = fillable(known.vehicle, fields);
  const driver = fillable(known.driver, fields);
  const own = of === 'plate' ? vehicle : driver;
  const other = mayBeTheSame(of, known, fields) ? (of === 'plate' ? driver : vehicle) : {};

  function fill(facts: KnownFacts): void {
    onFill(facts);
    setFilled((before) => [...before, ...factNames(facts)]);
    // The button disappears, so the focus goes back to the field above it.
    focusField(fieldId);
  }

  return (
    <>
      <div className={css['steps']}>
        {Object.keys(own).length > 0 && (
          <Button size="sm" onClick={() => fill(own)}>
            Fill these in
          </Button>
        )}
        {Object.keys(other).length > 0 && (
          <Button size="sm" onClick={() => fill(other)}>
            {of === 'plate' ? 'Same driver' : 'Same vehicle'}
          </Button>
        )}
        <NewTabLink to={dossierAddress(of, value)}>Open dossier</NewTabLink>
      </div>
      <p role="status" className={css['filled']}>
        {filled.length > 0 && `Filled in: ${joinWithAnd(filled)}.`}
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
  const { path } = useOwnBookings();
  const madeAt = madeAtOf(booking);
  const arrival = arrivalOf(booking);
  const age = useRelativeTime(madeAt);
  const codes = joinWithAnd([...new Set(offence.map(({ id }) => id))]);
  return (
    <Notice kind="warn" icon={<IconCopyX size={18} aria-hidden />}>
      <p>
        <b>This may be a duplicate.</b> {createdBy.name} booked <b>{value.trim().toUpperCase()}</b>{' '}
        at {clockOf(madeAt)}, {joined([age.toLowerCase(), arrival ?? ''])}, in{' '}
        {joined([location, zone])} for {codes}.
      </p>
      <div className={css['steps']}>
        <NewTabLink to={`${path}?open=${booking._id}`}>Open that booking</NewTabLink>
      </div>
    </Notice>
  );
}

/** A link that opens a new tab, so that the form stays open. */
function NewTabLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <a className={css['link']} href={to} target="_blank" rel="noopener">
      {children}
      <IconExternalLink size={14} aria-hidden />
      <VisuallyHidden> (in a new tab)</VisuallyHidden>
    </a>
  );
}
