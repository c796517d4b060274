import { capitalised, joinWithAnd, plural } from '#web/format/words.ts';
import { lettered, type SectionState } from '#web/forms/record/sections.ts';
import type { BookingDraft } from './draft.ts';
import { conditions } from './rules.ts';

export const sections = lettered('booking', {
  details: {
    title: 'Booking Details',
    fields: ['organisation', 'zone', 'team', 'location', 'position', 'offence'],
  },
  driver: {
    title: 'Driver Details',
    fields: [
      'license',
      'name',
      'phoneNo',
      'address',
      'dob',
      'gender',
      'email',
      'phoneTwo',
      'height',
    ],
  },
  vehicle: {
    title: 'Vehicle',
    fields: [
      'registration',
      'vehicleType',
      'color',
      'make',
      'model',
      'vehicleBody',
      'type',
      'vehicleYear',
      'origin',
      'capacity',
      'vin',
      'pin',
    ],
  },
  confiscations: {
    title: 'Confiscations',
    fields: ['confiscations'],
  },
  extra: {
    title: 'Extra',
    fields: ['eoCode', 'beatCode', 'notes', 'signature'],
  },
});

/** The state of each section for the section list. */
export function sectionStates(
  draft: BookingDraft,
): Readonly<Record<keyof typeof sections, SectionState>> {
  const items = draft.confiscations.length;
  const extras = [draft.eoCode, draft.beatCode, draft.notes].filter((text) => text.trim());
  const plated = draft.registration.trim() !== '';
  return {
    details: detailsState(draft),
    driver: driverState(draft),
    vehicle: { line: plated ? 'Registration entered' : 'No registration', done: plated },
    confiscations: { line: items === 0 ? 'None' : plural(items, 'item'), done: items > 0 },
    extra: {
      line: extras.length === 0 ? 'Optional' : `${extras.length} of 3 entered`,
      done: extras.length > 0,
    },
  };
}

function detailsState({ organisation, offence }: BookingDraft): SectionState {
  const unmet = [
    ...(organisation === null ? ['organisation'] : []),
    ...(offence.length === 0 ? ['offence'] : []),
  ];
  if (unmet.length > 0) return missing(unmet);
  return { line: plural(new Set(offence.map(({ id }) => id)).size, 'offence'), done: true };
}

function driverState(draft: BookingDraft): SectionState {
  const unmet = conditions(draft).filter(({ name, met }) => name !== 'offence' && !met);
  if (unmet.length > 0) return missing(unmet.map(({ name }) => name));
  return { line: 'Complete', done: true };
}

const missing = (names: readonly string[]): SectionState => ({
  line: `${capitalised(joinWithAnd(names))} missing`,
  done: false,
});
