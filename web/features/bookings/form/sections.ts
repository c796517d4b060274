import { bookingSections, fieldsOf, without } from '#contract/booking-rows.ts';
import { capitalised, joinWithAnd, plural } from '#web/format/words.ts';
import { lettered, type SectionState } from '#web/forms/record/sections.ts';
import type { BookingDraft } from './draft.ts';
import { conditions } from './rules.ts';

const details = fieldsOf(bookingSections.details);
const driver = fieldsOf(bookingSections.driver);
const vehicle = fieldsOf(bookingSections.vehicle);
const extra = fieldsOf(bookingSections.extra);

export const sections = lettered('booking', {
  details: {
    title: 'Booking Details',
    fields: ['organisation', ...details, 'position', 'offence'],
  },
  driver: { title: 'Driver Details', fields: driver },
  vehicle: { title: 'Vehicle', fields: vehicle },
  confiscations: { title: 'Confiscations', fields: ['confiscations'] },
  extra: { title: 'Extra', fields: [...extra, 'signature'] },
});

/** The fields that their section draws as their rows say; it draws the others by itself. */
export const plain = {
  details: without(details, ['zone', 'team', 'location']),
  driver: without(driver, ['license', 'name', 'phoneNo', 'address', 'dob', 'gender']),
  vehicle: without(vehicle, ['registration', 'vehicleType', 'color', 'make', 'model']),
  extra: without(extra, ['notes']),
};

/** The state of each section for the section list. */
export function sectionStates(
  draft: BookingDraft,
): Readonly<Record<keyof typeof sections, SectionState>> {
  const items = draft.confiscations.length;
  const texts = extra.map((field) => draft[field]);
  const extras = texts.filter((text) => text.trim());
  const plated = draft.registration.trim() !== '';
  return {
    details: detailsState(draft),
    driver: driverState(draft),
    vehicle: { line: plated ? 'Registration entered' : 'No registration', done: plated },
    confiscations: { line: items === 0 ? 'None' : plural(items, 'item'), done: items > 0 },
    extra: {
      line: extras.length === 0 ? 'Optional' : `${extras.length} of ${texts.length} entered`,
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
