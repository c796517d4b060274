import { type KeyboardEvent, useEffect, useMemo, useState } from 'react';
import type { OffenceGroup } from '#contract/offences.ts';
import { useMay } from '#web/api/store-hooks.ts';
import { useSay } from '#web/device/language.ts';
import type { BookingInputs } from './booking-kind.ts';
import type { CatalogueOffence } from './catalogue.ts';
import { ofCatalogue } from './offence-name.tsx';
import { findOffences, nearestOffences, type OfficersWords } from './offence-search.ts';
import { addOffence, removeOffence, removeOneDay, timesChosen } from './rules.ts';

export const offenceListId = 'offence-options';
export const nearestListId = 'nearest-offences';

/** The id of an option in the list, by which the search box names the current one. */
export function optionId(offence: CatalogueOffence): string {
  return `offence-option-${offence.id}`;
}

/** The search, group and current row of the offence picker, and the ways to add and remove. */
export function useOffencePicker({ fields }: BookingInputs, offences: readonly CatalogueOffence[]) {
  const [query, setQuery] = useState('');
  const [group, setGroup] = useState<OffenceGroup | null>(null);
  const [current, setCurrent] = useState(-1);
  const [often, setOften] = useState<readonly string[]>([]);
  const [officersWords, setOfficersWords] = useState<OfficersWords>({});
  const mayBook = useMay('book');
  useEffect(() => {
    // Without these the catalogue is offered, and found, by its own words.
    import('./offence-aids.ts')
      .then(({ offenceWords, readOftenUsed }) => {
        setOfficersWords(offenceWords);
        return mayBook ? readOftenUsed(setOften) : undefined;
      })
      .catch(() => undefined);
  }, [mayBook]);
  const say = useSay();
  const called = useMemo(
    () =>
      Object.fromEntries(
        offences.map(({ id, name }) => [
          id,
          `${ofCatalogue(say, name)} ${officersWords[id] ?? ''}`,
        ]),
      ),
    [say, offences, officersWords],
  );
  const isWhole = query.trim() === '' && group === null;
  const found = useMemo(
    () => (isWhole ? withFirst(offences, often) : findOffences(offences, query, group, called)),
    [isWhole, offences, often, query, group, called],
  );
  const isFound = found.length > 0;
  const matches = useMemo(
    () => (isFound ? found : nearestOffences(offences, query, called)),
    [isFound, found, offences, query, called],
  );
  const chosen = fields.values.offence;
  const times = useMemo(() => timesChosen(chosen), [chosen]);

  const add = (offence: CatalogueOffence) =>
    fields.setFieldValue('offence', (before) => addOffence(before, offence));

  /** Enter alone never adds an offence whose word is only near. */
  function selectFirst(text: string, within: OffenceGroup | null): void {
    const isNamed = text.trim() !== '' && findOffences(offences, text, within, called).length > 0;
    setCurrent(isNamed ? 0 : -1);
  }

  function search(text: string): void {
    setQuery(text);
    selectFirst(text, group);
  }

  function move(to: number): void {
    const offence = matches[to];
    if (offence === undefined) return;
    setCurrent(to);
    document.getElementById(optionId(offence))?.scrollIntoView({ block: 'nearest' });
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown') move(Math.min(current + 1, matches.length - 1));
    else if (event.key === 'ArrowUp') move(Math.max(current - 1, 0));
    else if (event.key === 'Escape' && query !== '') search('');
    else if (event.key === 'Enter') {
      const offence = matches[current];
      if (offence) add(offence);
    } else return;
    event.preventDefault();
  }

  function show(next: OffenceGroup | null): void {
    setGroup(next);
    selectFirst(query, next);
  }

  return {
    query,
    group,
    /** Those that match, or else the nearest three. */
    matches,
    isFound,
    /** The number of the officer's most used ones, which are first while nothing is typed. */
    often: isWhole ? offences.filter(({ id }) => often.includes(id)).length : 0,
    /** The row that Enter adds, or null. */
    current: matches[current] ?? null,
    times,
    size: offences.length,
    search,
    show,
    add,
    removeOneDay: (id: string) =>
      fields.setFieldValue('offence', (before) => removeOneDay(before, id)),
    remove: (id: string) => fields.setFieldValue('offence', (before) => removeOffence(before, id)),
    onKeyDown,
  };
}
/** The offences with those of these ids in front, in the order of the ids. */
function withFirst<O extends { id: string }>(offences: readonly O[], ids: readonly string[]): O[] {
  const first = ids.flatMap((id) => offences.find((offence) => offence.id === id) ?? []);
  return [...first, ...offences.filter((offence) => !first.includes(offence))];
}

export type OffencePicker = ReturnType<typeof useOffencePicker>;
