import type { LaneSection } from '#web/ui/fields/section-lane.tsx';
import type { CollisionDraft } from './draft.ts';
import type { Evidence } from './evidence.ts';
import { conditions } from './rules.ts';
import { rootOf, sectionNames, sections, type SectionName } from './sections.ts';
import { capitalised, listed, plural } from '#web/format/words.ts';

interface State {
  line: string;
  done: boolean;
}

function overviewState(draft: CollisionDraft, evidence: Evidence): State {
  const counts = conditions(draft, evidence).filter(({ name }) => name.startsWith('number'));
  const open = [
    ...(draft.organisation === null ? ['organisation'] : []),
    ...(draft.zone === '' ? ['zone'] : []),
    ...counts.filter(({ met }) => !met).map(({ name }) => name),
  ];
  return open.length > 0
    ? { line: `${capitalised(listed(open))} missing`, done: false }
    : { line: 'Complete', done: true };
}

function evidenceState({ img, vid }: Evidence): State {
  const parts = [
    ...(img.length > 0 ? [plural(img.length, 'image')] : []),
    ...(vid ? ['1 video'] : []),
  ];
  return parts.length > 0
    ? { line: listed(parts), done: true }
    : { line: 'Image or video missing', done: false };
}

const rows = (count: number, noun: string, none: string): State => ({
  line: count === 0 ? none : plural(count, noun),
  done: count > 0,
});

function stateOf(name: SectionName, draft: CollisionDraft, evidence: Evidence): State {
  switch (name) {
    case 'overview':
      return overviewState(draft, evidence);
    case 'vehicles':
      return rows(draft.vehicle.length, 'vehicle', 'Vehicle missing');
    case 'evidence':
      return evidenceState(evidence);
    case 'witnesses':
      return rows(draft.witness.length, 'witness statement', 'Optional');
    case 'officers':
      return rows(draft.officer.length, 'officer statement', 'Optional');
  }
}

/** The lane of sections: what is so in each, and what is wrong once it is known. */
export function laneSections(
  draft: CollisionDraft,
  evidence: Evidence,
  wrong: readonly string[],
  current: string,
): LaneSection[] {
  return sectionNames.map((name) => {
    const { id, letter, title } = sections[name];
    const fields: readonly string[] = sections[name].fields;
    const { line, done } = stateOf(name, draft, evidence);
    const errors = wrong.filter((path) => fields.includes(rootOf(path))).length;
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
