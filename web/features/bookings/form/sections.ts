import type { DraftField } from './draft.ts';

interface Section {
  id: string;
  letter: string;
  title: string;
  /** Its fields, in the order in which it shows them. */
  fields: readonly DraftField[];
}

export const sections = {
  details: {
    id: 'booking-section-a',
    letter: 'A',
    title: 'Booking Details',
    fields: ['organisation', 'zone', 'team', 'location', 'position', 'offence'],
  },
  driver: {
    id: 'booking-section-b',
    letter: 'B',
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
    id: 'booking-section-c',
    letter: 'C',
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
    id: 'booking-section-d',
    letter: 'D',
    title: 'Confiscations',
    fields: ['confiscations'],
  },
  extra: {
    id: 'booking-section-e',
    letter: 'E',
    title: 'Extra',
    fields: ['eoCode', 'beatCode', 'notes'],
  },
} as const satisfies Record<string, Section>;

export type SectionName = keyof typeof sections;

export const sectionNames = [
  'details',
  'driver',
  'vehicle',
  'confiscations',
  'extra',
] as const satisfies readonly SectionName[];

/** The fields in the order in which the form shows them. */
export const fieldOrder: readonly DraftField[] = sectionNames.flatMap(
  (name): readonly DraftField[] => sections[name].fields,
);
