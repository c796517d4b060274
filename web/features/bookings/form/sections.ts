import { bookingSections, fieldsOf, without } from '#contract/booking-rows.ts';
import { said, type Say, sayEnglish } from '#contract/language.ts';
import { capitalised, joinWithAnd } from '#web/format/words.ts';
import { lettered, type SectionState } from '#web/forms/record/sections.ts';
import type { BookingDraft } from './draft.ts';
import { conditions } from './rules.ts';

const details = fieldsOf(bookingSections.details);
const driver = fieldsOf(bookingSections.driver);
const vehicle = fieldsOf(bookingSections.vehicle);
const extra = fieldsOf(bookingSections.extra);

export const sections = lettered('booking', {
  details: {
    title: said('Booking Details'),
    fields: ['organisation', ...details, 'position', 'offence'],
  },
  driver: { title: said('Driver Details'), fields: driver },
  vehicle: { title: said('Vehicle'), fields: vehicle },
  confiscations: { title: said('Confiscations'), fields: ['confiscations'] },
  extra: { title: said('Extra'), fields: [...extra, 'signature'] },
});

/** The fields that their section draws as their rows say; it draws the others by itself. */
export const plain = {
  details: without(details, ['zone', 'team', 'location']),
  driver: without(driver, ['license', 'name', 'phoneNo', 'address', 'dob', 'gender', 'language']),
  vehicle: without(vehicle, ['registration', 'vehicleType', 'color', 'make', 'model']),
  extra: without(extra, ['notes']),
};

/** The state of each section for the section list. */
export function sectionStates(
  draft: BookingDraft,
  say: Say = sayEnglish,
): Readonly<Record<keyof typeof sections, SectionState>> {
  const items = draft.confiscations.length;
  const texts = extra.map((field) => draft[field]);
  const extras = texts.filter((text) => text.trim());
  const plated = draft.registration.trim() !== '';
  return {
    details: detailsState(draft, say),
    driver: driverState(draft, say),
    vehicle: { line: say(plated ? 'Registration entered' : 'No registration'), done: plated },
    confiscations: {
      line: items === 0 ? say('None') : say.count(items, '{count} item', '{count} items'),
      done: items > 0,
    },
    extra: {
      line:
        extras.length === 0
          ? say('Optional')
          : say('{number} of {all} entered', { number: extras.length, all: texts.length }),
      done: extras.length > 0,
    },
  };
}

function detailsState({ organisation, offence }: BookingDraft, say: Say): SectionState {
  const unmet = [
    ...(organisation === null ? [say('organisation')] : []),
    ...(offence.length === 0 ? [say('offence')] : []),
  ];
  if (unmet.length > 0) return missing(unmet, say);
  const { size } = new Set(offence.map(({ id }) => id));
  return { line: say.count(size, '{count} offence', '{count} offences'), done: true };
}

function driverState(draft: BookingDraft, say: Say): SectionState {
  const unmet = conditions(draft).filter(({ name, met }) => name !== 'offence' && !met);
  if (unmet.length > 0)
    return missing(
      unmet.map(({ name }) => say(name)),
      say,
    );
  return { line: say('Complete'), done: true };
}

const missing = (names: readonly string[], say: Say): SectionState => ({
  line: say('{what} missing', { what: capitalised(joinWithAnd(names, say)) }),
  done: false,
});
