import { UnstyledButton } from '@mantine/core';
import { type KeyboardEvent, memo, useDeferredValue, useEffect, useState } from 'react';
import { offenceGroups, offenceGroupSchema } from '#contract/offences.ts';
import { useSay } from '#web/device/language.ts';
import { naira } from '#web/format/money.ts';
import { momentOf } from '#web/format/time.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { LoadingNote } from '#web/ui/feedback/loading-bar.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { IconCheck, IconPlus } from '#web/ui/icons.ts';
import { classNames } from '#web/ui/theme/class-names.ts';
import { PaymentCode } from '../payment-code.tsx';
import type { CatalogueOffence } from './catalogue.ts';
import { Marked, OffenceName, Penalty } from './offence-name.tsx';
import css from './offence-picker.module.css';
import { isFoundByCode } from './offence-search.ts';
import type { CatalogueState } from './use-catalogue.ts';
import {
  nearestListId,
  offenceListId,
  type OffencePicker,
  optionId,
} from './use-offence-picker.ts';

const oftenId = 'often-used';
const choices = [null, ...offenceGroupSchema.options] as const;

/** The pills are one stop of Tab; arrows move between them. */
function moveBetweenPills({ key, currentTarget }: KeyboardEvent<HTMLElement>): void {
  const step = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0;
  const pills = [...currentTarget.querySelectorAll('button')];
  const now = pills.findIndex((pill) => pill === document.activeElement);
  pills[(now + step + pills.length) % pills.length]?.focus();
}

/** One pill for each group of the catalogue. */
export function OffenceGroups({ picker }: { picker: OffencePicker }) {
  const say = useSay();
  return (
    <div
      className={css['groups']}
      role="toolbar"
      aria-label={say('Groups of offences')}
      onKeyDown={moveBetweenPills}
    >
      {choices.map((group) => (
        <UnstyledButton
          key={group ?? 'all'}
          className={css['pill']}
          aria-pressed={picker.group === group}
          tabIndex={picker.group === group ? 0 : -1}
          // The browser alone does not scroll to a pill that lies just beyond the edge.
          onFocus={({ currentTarget }) =>
            currentTarget.scrollIntoView({ block: 'nearest', inline: 'nearest' })
          }
          onClick={() => picker.show(group)}
        >
          {group === null ? say('All groups') : say(offenceGroups[group])}
        </UnstyledButton>
      ))}
    </div>
  );
}

/** The offences that match; pressing one adds it. */
export function OffenceOptions(props: { picker: OffencePicker; catalogue: CatalogueState }) {
  const { catalogue } = props;
  const say = useSay();
  // Typing must stay quick: the rows may follow a moment later.
  const picker = useDeferredValue(props.picker);
  const { matches, query } = picker;
  // The rows may also follow the catalogue a moment later, before anybody has typed.
  const isFound = picker.isFound || query.trim() === '';
  if (catalogue.loading) return <LoadingNote>{say('Loading the offences')}</LoadingNote>;
  if (catalogue.problem !== null) {
    return (
      <Notice kind="bad">
        <p>{say(catalogue.problem)}</p>
        <Button size="sm" onClick={catalogue.retry}>
          {say('Try again')}
        </Button>
      </Notice>
    );
  }
  return (
    <div className={css['frame']}>
      {catalogue.copiedAt !== null && <AsOf copiedAt={catalogue.copiedAt} />}
      <Options
        id={offenceListId}
        label={say('Matching offences')}
        picker={picker}
        matches={isFound ? matches : []}
      />
      {!isFound && (
        <p className={classNames('quiet', css['noMatch'])}>
          {say('No offence matches “{words}”.', { words: query.trim() })}
          {matches.length > 0 && ` ${say('These are the closest:')}`}
        </p>
      )}
      {!isFound && matches.length > 0 && (
        <Options
          id={nearestListId}
          label={say('Closest offences')}
          picker={picker}
          matches={matches}
        />
      )}
    </div>
  );
}

interface OptionsProps {
  id: string;
  label: string;
  picker: OffencePicker;
  matches: OffencePicker['matches'];
}

function Options({ id, label, picker, matches }: OptionsProps) {
  const { query, times, current, add, often } = picker;
  const say = useSay();
  const rows = (shown: OffencePicker['matches']) =>
    shown.map((offence) => (
      <OffenceOption
        key={offence.id}
        offence={offence}
        query={query}
        times={times.get(offence.id) ?? 0}
        current={offence === current}
        onAdd={add}
      />
    ));
  return (
    <div id={id} className={css['options']} role="listbox" aria-label={label} aria-multiselectable>
      {often > 0 && (
        <div role="group" aria-labelledby={oftenId}>
          <b id={oftenId} className={classNames('block small quiet strong', css['often'])}>
            {say('Often used here')}
          </b>
          <ul role="presentation">{rows(matches.slice(0, often))}</ul>
        </div>
      )}
      <ul role="presentation">{rows(matches.slice(often))}</ul>
    </div>
  );
}

/** The server may answer in a moment: only a copy that stays is worth a word. Milliseconds. */
const quick = 2_000;

/** Says from when fees are that the device kept (milliseconds, UTC). */
function AsOf({ copiedAt }: { copiedAt: number }) {
  const say = useSay();
  const [stays, setStays] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setStays(true), quick);
    return () => clearTimeout(timer);
  }, []);
  if (!stays) return null;
  return (
    <p className={classNames('quiet', css['noMatch'])}>
      {say('These fees are from {moment}, when this device last had a network.', {
        moment: momentOf(copiedAt),
      })}
    </p>
  );
}

interface OffenceOptionProps {
  offence: CatalogueOffence;
  query: string;
  /** The times it was added; more than once only for a charge per day. */
  times: number;
  current: boolean;
  onAdd: (offence: CatalogueOffence) => void;
}

function Option({ offence, query, times, current, onAdd }: OffenceOptionProps) {
  const { id, name, penalty, amount, perDay } = offence;
  const say = useSay();
  return (
    <li
      id={optionId(offence)}
      className={css['option']}
      role="option"
      aria-selected={times > 0}
      data-current={current || undefined}
      // Keeps the focus in the search box, and the keyboard of a phone open.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onAdd(offence)}
    >
      <span className={css['code']}>
        <Marked text={id} query={query} />
      </span>
      <span className={css['words']}>
        <OffenceName name={name} query={query} />
        <Penalty text={penalty} />
        {isFoundByCode(offence, query) && <PaymentCode {...offence} />}
      </span>
      <b className={css['amount']}>{naira(amount)}</b>
      <span className={css['state']}>
        {times > 0 && (
          <span className={css['added']}>
            <IconCheck size={15} stroke={2.4} aria-hidden />
            {perDay ? `× ${say.count(times, '{count} day', '{count} days')}` : say('Added')}
          </span>
        )}
        {(times === 0 || perDay) && (
          <span>
            <IconPlus size={15} stroke={2.4} aria-hidden />
            {say(times > 0 ? 'Add day' : 'Add')}
          </span>
        )}
      </span>
    </li>
  );
}

const OffenceOption = memo(Option, (before, after) => {
  const { offence, query, times, current } = after;
  return (
    before.offence === offence &&
    before.query === query &&
    before.times === times &&
    before.current === current
  );
});
