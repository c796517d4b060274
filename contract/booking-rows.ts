import { type BookingField, fuelTypes, genders, vehicleTypes } from './booking-fields.ts';
import type { Say } from './language.ts';

/** A field of a booking: text, `''` where it was not given. `new-bookings.ts` has its schema. */
export interface FieldRow {
  readonly label: string;
  /** The database calls it so, where its column isn't named as the field is. */
  readonly column?: string;
  readonly choices?: readonly [string, ...string[]];
  /** How the keyboard of a phone helps. */
  readonly typed?: {
    readonly autoCapitalize?: 'words' | 'characters' | 'sentences' | 'none';
    readonly inputMode?: 'numeric' | 'tel' | 'email';
    readonly type?: 'tel' | 'email';
    readonly maxLength?: number;
    /** The id of the suggestions in the form. */
    readonly list?: string;
  };
  /** A correction may change it. */
  readonly corrected?: true;
  /** Papers print it, under this word or its label. */
  readonly printed?: true | string;
  /** A file of the list has it. */
  readonly exported?: true;
  /** It becomes unreadable years after; `erase_booking` of the database does it. */
  readonly erased?: true;
  /** Forms of an earlier version don't send it: left empty, it is as if it weren't there. */
  readonly later?: true;
}

const corrected = true;
const printed = true;
const exported = true;
const erased = true;
const words = { autoCapitalize: 'words' } as const;
const colour = { ...words, list: 'colours' } as const;
const sentences = { autoCapitalize: 'sentences' } as const;
const code = { autoCapitalize: 'characters' } as const;
const asIs = { autoCapitalize: 'none' } as const;
const phone = { type: 'tel', inputMode: 'tel' } as const;
const email = { ...asIs, type: 'email', inputMode: 'email' } as const;
const year = { inputMode: 'numeric', maxLength: 4 } as const;

/** Every field by the section of the form in which it stands, in the order of the screens. */
export const bookingSections = {
  details: {
    zone: { label: 'Zone', exported },
    team: { label: 'Team', exported },
    location: { label: 'Location', corrected, printed: 'Place', exported },
  },
  driver: {
    license: { label: 'License number', typed: code, corrected, printed, exported, erased },
    name: { label: 'Name', typed: words, corrected, printed: 'Driver', exported, erased },
    phoneNo: { label: 'Phone number', typed: phone, corrected, printed: 'Phone', exported, erased },
    address: { label: 'Address', typed: sentences, corrected, printed, erased },
    dob: { label: 'Date of birth', erased },
    gender: { label: 'Gender', choices: genders, erased },
    email: { label: 'Email', typed: email, erased },
    phoneTwo: { label: 'Second phone', typed: phone, corrected, exported, erased },
    height: { label: 'Height', erased },
    language: { label: 'Language the driver reads', corrected, later: true },
  },
  vehicle: {
    registration: {
      label: 'Vehicle Registration',
      typed: code,
      corrected,
      printed: 'Plate',
      exported,
      erased,
    },
    vehicleType: { label: 'Vehicle type', choices: vehicleTypes, corrected, printed, exported },
    color: { label: 'Colour', typed: colour, corrected, printed, exported },
    make: { label: 'Make', typed: words, corrected, printed, exported },
    model: { label: 'Model', typed: words, corrected, printed, exported },
    vehicleBody: { label: 'Body', typed: words, corrected },
    type: { label: 'Fuel type', column: 'fuel_type', choices: fuelTypes, corrected },
    vehicleYear: { label: 'Year', typed: year, corrected },
    origin: { label: 'Origin', typed: words, corrected },
    capacity: { label: 'Capacity', typed: asIs, corrected },
    pin: { label: 'PIN', typed: code, corrected, erased },
    vin: { label: 'VIN', typed: code, corrected, erased },
  },
  extra: {
    eoCode: { label: 'EO code', typed: code },
    beatCode: { label: 'Beat code', typed: code },
    notes: { label: 'Notes', corrected, erased },
  },
} as const satisfies Readonly<Record<string, Readonly<Partial<Record<BookingField, FieldRow>>>>>;

const { details, driver, vehicle, extra } = bookingSections;
const rows = { ...details, ...driver, ...vehicle, ...extra } satisfies Record<
  BookingField,
  FieldRow
>;
export type Rows = typeof rows;
export const rowOf = (field: BookingField): FieldRow => rows[field];

/** The fields whose rows say this. */
export type FieldWith<Said extends keyof FieldRow> = {
  [Field in BookingField]: Rows[Field] extends Readonly<Record<Said, unknown>> ? Field : never;
}[BookingField];

export const fieldsOf = <Section extends object>(section: Section) =>
  Object.keys(section) as (keyof Section & string)[];

/** These fields but for some. */
export const without = <Field extends string, Left extends Field>(
  fields: readonly Field[],
  left: readonly Left[],
) => fields.filter((field): field is Exclude<Field, Left> => !left.some((one) => one === field));

/** Their labels within a sentence, such as `second phone`. */
export const labelsOf = (fields: readonly BookingField[], say?: Say) =>
  fields.map((field) => {
    const { label } = rowOf(field);
    const words = say?.(label) ?? label;
    return /^[A-Z]{2}/.test(words) ? words : words.toLowerCase();
  });
