import type { LaneSection } from '#web/ui/fields/section-lane.tsx';
import type { BookingDraft, DraftField } from './draft.ts';
import { conditions } from './rules.ts';
import { sectionNames, sections, type SectionName } from './sections.ts';
import { capitalised, listed, plural } from '#web/format/words.ts';

interface State {
  line: string;
  done: boolean;
}

const missing = (names: readonly string[]): State => ({
  line: `${capitalised(listed(names))} missing`,
  done: false,
});

function detailsState({ organisation, zone, offence }: BookingDraft): State {
  const open = [
    ...(organisation === null ? ['organisation'] : []),
    ...(zone === '' ? ['zone'] : []),
    ...(offence.length === 0 ? ['offence'] : []),
  ];
  if (open.length > 0) return missing(open);
  return { line: plural(new Set(offence.map(({ id }) => id)).size, 'offence'), done: true };
}

function driverState(draft: BookingDraft): State {
  const open = conditions(draft).filter(({ name, met }) => name !== 'offence' && !met);
  return open.length > 0 ? missing(open.map(({ name }) => name)) : { line: 'Complete', done: true };
}

function stateOf(name: SectionName, draft: BookingDraft): State {
  switch (name) {
    case 'details':
      return detailsState(draft);
    case 'driver':
      return driverState(draft);
    case 'vehicle':
      return draft.registration.trim() === ''
        ? { line: 'No registration', done: false }
        : { line: 'Registration entered', done: true };
    case 'confiscations': {
      const items = draft.confiscations.length;
      return { line: items === 0 ? 'None' : plural(items, 'item'), done: items > 0 };
    }
    case 'extra': {
      const entered = [draft.eoCode, draft.beatCode, draft.notes].filter((text) => text.trim());
      return entered.length === 0
        ? { line: 'Optional', done: false }
        : { line: `${entered.length} of 3 entered`, done: true };
    }
  }
}

/** The lane of sections: what is so in each, and what is wrong once it is known. */
export function laneSections(
  draft: BookingDraft,
  wrong: (field: DraftField) => boolean,
  current: string,
): LaneSection[] {
  return sectionNames.map((name) => {
    const { id, letter, title, fields } = sections[name];
    const { line, done } = stateOf(name, draft);
    const errors = [...fields].filter(wrong).length;
    const settled = done && errors === 0 ? 'done' : 'later';
    return {
      id,
      letter,
      title,
      line: errors === 0 ? line : `Check ${plural(errors, 'field')}`,
      state: id === current ? 'current' : settled,
    };
  });
}
