import { UnstyledButton } from '@mantine/core';
import { createSpotlight, Spotlight, useSpotlight } from '@mantine/spotlight';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import type { SignedInUser } from '#web/api/current-user.ts';
import { failedCall } from '#web/api/use-loaded.ts';
import { clockOf } from '#web/format/time.ts';
import { plural } from '#web/format/words.ts';
import { renewKnownPlates } from '#web/records/known/known-plates.ts';
import { IconButton } from '#web/ui/controls/icon-button.tsx';
import { useEscape } from '#web/ui/dialog/use-escape.ts';
import { toastDone, toastFailed } from '#web/ui/feedback/toast.tsx';
import { asTyped } from '#web/ui/fields/as-typed.ts';
import { IconSearch, IconX } from '#web/ui/icons.ts';
import { classNames } from '#web/ui/theme/class-names.ts';
import { useScreen } from '#web/ui/theme/use-screen.ts';
import { type CommandActions, commandsFor } from './commands.tsx';
import type { Entry, EntryGroup } from './entries.ts';
import { PaletteState } from './palette-state.tsx';
import css from './palette.module.css';
import { dossierEntries, recordEntries } from './record-entries.tsx';
import { useRecordSearch } from './use-record-search.ts';

/** The current entry and the query that it is for: the first until another is chosen. */
const first = { query: '', place: 0 };

interface PaletteProps extends Omit<CommandActions, 'role' | 'onPlates'> {
  user: SignedInUser;
  opened: boolean;
  onClose: () => void;
}

/** One field to go to any screen, run any command and find any record, by keyboard alone. */
export function Palette({ user, opened, onClose, ...actions }: PaletteProps) {
  const listId = useId();
  // Its own: whoever signs in next finds no query of the person before.
  const [[store, spotlight]] = useState(createSpotlight);
  const { query: typed } = useSpotlight(store);
  const query = typed.trim();
  const found = useRecordSearch(opened ? query : '', user.role);
  const phone = useScreen('phone');
  const groups = [
    dossierEntries(query, actions.goTo),
    ...commandsFor(query, {
      ...actions,
      user,
      onPlates: () => void updatePlates(),
    }),
    ...recordEntries(found, user.role, actions.goTo),
  ].filter(({ entries }) => entries.length > 0);
  const all = groups.flatMap(({ entries }) => entries);
  const count = all.length;
  const [chosen, setChosen] = useState(first);
  const current = chosen.query === query ? Math.min(chosen.place, count - 1) : 0;

  function choose(run: () => void): void {
    onClose();
    run();
  }

  // In place of the library's own keys, which a screen reader hears nothing of.
  function move(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing || !(event.target instanceof HTMLInputElement)) return;
    const step = { ArrowDown: 1, ArrowUp: -1, Enter: 0 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    if (step !== 0) setChosen({ query, place: (current + step + count) % Math.max(1, count) });
    else if (all[current]) choose(all[current].run);
  }

  useEscape(opened, onClose);
  useEffect(() => {
    if (opened) spotlight.open();
    else spotlight.close();
  }, [opened, spotlight]);

  return (
    <Spotlight.Root
      store={store}
      shortcut={null}
      onSpotlightClose={() => {
        setChosen(first);
        if (opened) onClose();
      }}
      closeOnEscape={false}
      returnFocus={false}
      fullScreen={phone}
      size={640}
      overlayProps={{ color: 'var(--scrim)', backgroundOpacity: 1, blur: 0 }}
      transitionProps={{ duration: 120, transition: 'fade' }}
      attributes={{ content: { 'aria-label': 'Search and actions' } }}
      classNames={classes}
    >
      <div className={classNames('row flex-none gap-2', css['head'])} onKeyDownCapture={move}>
        <Spotlight.Search
          placeholder="Search plates, names, references or actions"
          leftSection={<IconSearch size={20} stroke={1.8} aria-hidden />}
          classNames={{ input: css['input'] ?? '' }}
          data-autofocus
          role="combobox"
          aria-label="Search and actions"
          aria-expanded={count > 0}
          aria-controls={count > 0 ? listId : undefined}
          aria-autocomplete="list"
          aria-activedescendant={count > 0 ? `${listId}-${current}` : undefined}
          autoComplete="off"
          {...asTyped}
          enterKeyHint="go"
          maxLength={100}
        />
        <IconButton label="Close" icon={<IconX size={20} aria-hidden />} onClick={onClose} />
      </div>
      <div className={classNames('column flex-none', css['body'])}>
        <PaletteList id={listId} groups={groups} current={current} onChoose={choose} />
        <PaletteState query={query} found={found} empty={count === 0} />
      </div>
      <p
        className={classNames('flex flex-none gap-7 tiny quiet line-top', css['foot'])}
        aria-hidden
      >
        <span>
          <kbd>↑</kbd>
          <kbd>↓</kbd> move
        </span>
        <span>
          <kbd>Enter</kbd> select
        </span>
        <span>
          <kbd>Esc</kbd> close
        </span>
      </p>
    </Spotlight.Root>
  );
}

const classes = {
  inner: css['inner'] ?? '',
  content: classNames('dialog column', css['content']),
  body: classNames('column', css['shell']),
};

/** Fetches the plates of the person's place at their wish, also where data is paid for. */
async function updatePlates(): Promise<void> {
  try {
    const plates = await renewKnownPlates(0);
    if (plates)
      toastDone(
        `This device has ${plural(plates.byPlate.size, 'plate')}, updated at ${clockOf(plates.readAt)}.`,
      );
    else toastFailed('This browser cannot store plates on this device.');
  } catch (error) {
    toastFailed(failedCall(error).message);
  }
}

interface PaletteListProps {
  /** The id of the listbox, from which those of its entries are made. */
  id: string;
  groups: readonly EntryGroup[];
  /** The index of the current entry among all. */
  current: number;
  onChoose: (run: () => void) => void;
}

/** The entries in groups. The focus stays in the search field, which names the current one. */
function PaletteList({ id, groups, current, onChoose }: PaletteListProps) {
  const list = useRef<HTMLDivElement>(null);
  const counts = groups.map(({ entries }) => entries.length);
  const firstOf = (group: number) => counts.slice(0, group).reduce((sum, one) => sum + one, 0);

  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [current, groups.length]);

  if (groups.length === 0) return null;
  return (
    <div ref={list} id={id} role="listbox" aria-label="Search results" className={css['list']}>
      {groups.map(({ title, entries }, group) => (
        <div key={title} role="group" aria-label={title}>
          <p className={classNames('tiny quiet strong', css['group'])} aria-hidden>
            {title}
          </p>
          {entries.map((entry, place) => {
            const at = firstOf(group) + place;
            return (
              <Line
                key={entry.key}
                id={`${id}-${at}`}
                entry={entry}
                current={at === current}
                onChoose={() => onChoose(entry.run)}
              />
            );
          })}
        </div>
      ))}
    </div>
  );
}

interface LineProps {
  id: string;
  entry: Entry;
  current: boolean;
  onChoose: () => void;
}

function Line({ id, entry, current, onChoose }: LineProps) {
  const { label, shown, detail, mark, icon } = entry;
  return (
    <UnstyledButton
      id={id}
      role="option"
      aria-selected={current}
      className={classNames('row gap-6', css['line'])}
      tabIndex={-1}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
    >
      <span className="flex-none quiet" aria-hidden>
        {icon}
      </span>
      <span className={classNames('grow', css['words'])}>
        <span className="row wrap gap-4 tight strong anywhere">{shown ?? label}</span>
        {detail !== undefined && <span className="small block quiet anywhere">{detail}</span>}
      </span>
      {mark}
    </UnstyledButton>
  );
}
