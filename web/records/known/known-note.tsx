import { VisuallyHidden } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import type { DossierKind, Known } from '#contract/dossiers.ts';
import { useCurrentUser } from '#web/api/store-hooks.ts';
import { dateOf } from '#web/format/time.ts';
import { capitalised, listed } from '#web/format/words.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { focusField } from '#web/ui/fields/focus-field.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { dossierAddress } from '../dossier-address.ts';
import { DuplicateNote } from './duplicate-note.tsx';
import css from './known-note.module.css';
import {
  factNames,
  fillable,
  isKnown,
  isOneWith,
  likelyDuplicate,
  openWords,
  otherWords,
  vehicleWords,
  type KnownFacts,
} from './known-rules.ts';
import { OutsideLink } from './outside-link.tsx';
import { useKnown } from './use-known.ts';

/** What a form says of a field in which a plate, a licence or a phone is typed. */
export interface KnownQuestion {
  of: DossierKind;
  /** As it was typed so far. */
  value: string;
  /** The id of the field. */
  fieldId: string;
  /** What the form holds, by field; what it has no field for is not given. */
  fields: KnownFacts;
  /** The ids of the offences that are to be booked; null in a form that books none. */
  offences: readonly string[] | null;
  /** Writes these facts into the form: all of them are empty in it. */
  onFill: (facts: KnownFacts) => void;
}

const titles: Record<DossierKind, string> = {
  plate: 'Known vehicle',
  license: 'Known licence',
  phone: 'Known phone number',
};

/** Under a field in which a plate, licence or phone is typed: what is known, and what it can fill in. */
export function KnownNote(question: KnownQuestion) {
  const { of, value, fieldId, offences } = question;
  const known = useKnown(of, value, fieldId);
  const user = useCurrentUser();
  const found = known !== null && isKnown(known) ? known : null;
  const duplicate = found && likelyDuplicate(of, found, offences, user?.id);
  const open = found ? openWords(found) : '';
  const title = titles[of];
  const note = useRef<HTMLDivElement>(null);
  const shown = found !== null;
  useEffect(() => {
    // It may come below the edge of the screen, where nobody would know of it.
    if (shown) note.current?.scrollIntoView({ block: 'nearest' });
  }, [shown]);
  return (
    <>
      <VisuallyHidden role="status">
        {duplicate && 'This may be a duplicate. '}
        {found && `${title}: ${open === '' ? 'nothing open' : open}.`}
      </VisuallyHidden>
      {found && (
        <div ref={note} className={css['notes']} role="group" aria-label={title}>
          {duplicate && <DuplicateNote booking={duplicate} value={value} />}
          <Notice kind={open === '' ? 'soft' : 'warn'} icon={<IconHistory size={18} aria-hidden />}>
            <p>
              <b>{open === '' ? title : `${title}: ${open}`}</b>.{' '}
              {capitalised(`${otherWords(found)}last seen`)}{' '}
              <span className="nowrap">{found.lastSeen !== null && dateOf(found.lastSeen)}</span>.
            </p>
            <Recorded of={of} known={found} />
            <Steps key={value} question={question} known={found} />
          </Notice>
        </div>
      )}
    </>
  );
}

/** What it was last recorded as, in one line. */
function Recorded({ of, known }: { of: DossierKind; known: Known }) {
  const vehicle = vehicleWords(known);
  const driver = known.driver?.name ?? '';
  const plate = known.vehicle?.registration ?? '';
  const words =
    of === 'plate'
      ? [vehicle, driver && `last driven by ${driver}`]
      : [driver, plate && `last in ${plate}`];
  const line = words.filter((part) => part !== '').join(', ');
  return line === '' ? null : <p>{capitalised(line)}.</p>;
}

function Steps({ question, known }: { question: KnownQuestion; known: Known }) {
  const { of, value, fieldId, fields, onFill } = question;
  const [filled, setFilled] = useState<string[]>([]);
  const vehicle = fillable(known.vehicle, fields);
  const driver = fillable(known.driver, fields);
  const own = of === 'plate' ? vehicle : driver;
  const other = isOneWith(of, known, fields) ? (of === 'plate' ? driver : vehicle) : {};

  function fill(facts: KnownFacts): void {
    onFill(facts);
    setFilled((before) => [...before, ...factNames(facts)]);
    // The button goes, so the focus goes back to the field that it stood under.
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
        <OutsideLink to={dossierAddress(of, value)}>Open dossier</OutsideLink>
      </div>
      <p role="status" className={css['filled']}>
        {filled.length > 0 && `Filled in: ${listed(filled)}.`}
      </p>
    </>
  );
}
