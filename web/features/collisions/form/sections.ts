import { capitalised, joinWithAnd, plural } from '#web/format/words.ts';
import { lettered, type SectionState } from '#web/forms/record/sections.ts';
import type { CollisionDraft } from './draft.ts';
import type { Evidence } from './evidence.ts';
import { conditions } from './rules.ts';

export const sections = lettered('collision', {
  overview: {
    title: 'Overview',
    fields: [
      'organisation',
      'zone',
      'team',
      'location',
      'position',
      'desc',
      'noOfCars',
      'noOfFatalities',
      'noOfInjuries',
    ],
  },
  vehicles: {
    title: 'Vehicle and Driver Details',
    fields: ['vehicle'],
  },
  evidence: {
    title: 'Evidence',
    fields: ['img', 'vid'],
  },
  witnesses: {
    title: 'Witness Statements',
    fields: ['witness'],
  },
  officers: {
    title: 'Attending Officer Statement',
    fields: ['officer', 'notes'],
  },
});

/** The state of each section for the section list. */
export function sectionStates(
  draft: CollisionDraft,
  evidence: Evidence,
): Readonly<Record<keyof typeof sections, SectionState>> {
  const { vehicle, witness, officer } = draft;
  return {
    overview: overviewState(draft, evidence),
    vehicles: rows(vehicle.length, 'vehicle', 'Vehicle missing'),
    evidence: evidenceState(evidence),
    witnesses: rows(witness.length, 'witness statement', 'Optional'),
    officers: rows(officer.length, 'officer statement', 'Optional'),
  };
}

function overviewState(draft: CollisionDraft, evidence: Evidence): SectionState {
  const counts = conditions(draft, evidence).filter(({ name }) => name.startsWith('number'));
  const unmet = [
    ...(draft.organisation === null ? ['organisation'] : []),
    ...counts.filter(({ met }) => !met).map(({ name }) => name),
  ];
  return unmet.length > 0
    ? { line: `${capitalised(joinWithAnd(unmet))} missing`, done: false }
    : { line: 'Complete', done: true };
}

function evidenceState({ img, vid }: Evidence): SectionState {
  const parts = [
    ...(img.length > 0 ? [plural(img.length, 'image')] : []),
    ...(vid ? ['1 video'] : []),
  ];
  return parts.length > 0
    ? { line: joinWithAnd(parts), done: true }
    : { line: 'Image or video missing', done: false };
}

const rows = (count: number, noun: string, none: string): SectionState => ({
  line: count === 0 ? none : plural(count, noun),
  done: count > 0,
});
