import { said, type Say, sayEnglish } from '#contract/language.ts';
import { capitalised, joinWithAnd } from '#web/format/words.ts';
import { lettered, type SectionState } from '#web/forms/record/sections.ts';
import type { CollisionDraft } from './draft.ts';
import type { Evidence } from './evidence.ts';
import { conditions } from './rules.ts';

export const sections = lettered('collision', {
  overview: {
    title: said('Overview'),
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
    title: said('Vehicle and Driver Details'),
    fields: ['vehicle'],
  },
  evidence: {
    title: said('Evidence'),
    fields: ['img', 'vid'],
  },
  witnesses: {
    title: said('Witness Statements'),
    fields: ['witness'],
  },
  officers: {
    title: said('Attending Officer Statement'),
    fields: ['officer', 'notes'],
  },
});

/** The state of each section for the section list. */
export function sectionStates(
  draft: CollisionDraft,
  evidence: Evidence,
  say: Say = sayEnglish,
): Readonly<Record<keyof typeof sections, SectionState>> {
  const { vehicle, witness, officer } = draft;
  return {
    overview: overviewState(draft, evidence, say),
    vehicles: rows(
      vehicle.length,
      say.count(vehicle.length, '{count} vehicle', '{count} vehicles'),
      say('Vehicle missing'),
    ),
    evidence: evidenceState(evidence, say),
    witnesses: rows(
      witness.length,
      say.count(witness.length, '{count} witness statement', '{count} witness statements'),
      say('Optional'),
    ),
    officers: rows(
      officer.length,
      say.count(officer.length, '{count} officer statement', '{count} officer statements'),
      say('Optional'),
    ),
  };
}

function overviewState(draft: CollisionDraft, evidence: Evidence, say: Say): SectionState {
  const counts = conditions(draft, evidence).filter(({ name }) => name.startsWith('number'));
  const unmet = [
    ...(draft.organisation === null ? [say('organisation')] : []),
    ...counts.filter(({ met }) => !met).map(({ name }) => say(name)),
  ];
  return unmet.length > 0
    ? { line: say('{what} missing', { what: capitalised(joinWithAnd(unmet, say)) }), done: false }
    : { line: say('Complete'), done: true };
}

function evidenceState({ img, vid }: Evidence, say: Say): SectionState {
  const parts = [
    ...(img.length > 0 ? [say.count(img.length, '{count} image', '{count} images')] : []),
    ...(vid ? [say('1 video')] : []),
  ];
  return parts.length > 0
    ? { line: joinWithAnd(parts, say), done: true }
    : { line: say('Image or video missing'), done: false };
}

const rows = (count: number, some: string, none: string): SectionState => ({
  line: count === 0 ? none : some,
  done: count > 0,
});
