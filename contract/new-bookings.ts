import { z } from 'zod';
import { answer } from './answers.ts';
import {
  type BookingField,
  fuelTypes,
  genders,
  positionSchema,
  signatures,
  vehicleTypes,
} from './booking-fields.ts';
import { bookingSchema } from './bookings.ts';
import { bookingCaptureSchema, toldPriceSchema } from './capture.ts';
import { endpoint } from './endpoint.ts';
import { chosenLanguage } from './language-code.ts';
import { said, sayEnglish } from './language.ts';
import { offenceIdSchema } from './offences.ts';
import { organisationSchema } from './places.ts';
import { dateSentence, ifNone, todayInLagos } from './sentences.ts';
import {
  emailSchema,
  licenceText,
  needEmail,
  optionalChoice,
  optionalText,
  phoneText,
  plateText,
  text,
  ulidSchema,
  vinText,
  zoneText,
} from './text.ts';

export const confiscationOptions = [
  'Vehicle License',
  "Driver's License",
  'Insurance Certificate',
  'International Passport',
  'Stage Carriage Certification',
  'Delivery Note or Waybill',
  'Road Worthiness Certification',
  'Hackney Permit',
  'ID Card',
  'Vehicle Number Plate',
  'Vehicle Keys',
  'Police Receipt',
] as const;

export const needOffence = said('Please add an Offence to continue');
export const needLicenceOrRegistration = said('Please add a license number or registration');

const dateOfBirth = { error: dateSentence(said('such as 1990-04-21')) };
const calendarDay = z.union([z.literal(''), z.iso.date(dateOfBirth)], dateOfBirth);

export const needName = 'Enter the name of the driver.';
export const needPhone = 'Enter the driver’s phone number.';
export const needAddress = 'Enter the address of the driver.';

/** The schema of each field, as a new booking has it; a list of bookings begins without them. */
export const fieldSchemas = {
  license: licenceText.default(''),
  name: text(120, needName),
  phoneNo: phoneText(needPhone, 'Enter one phone number here and the other as the second phone.'),
  dob: calendarDay
    .refine((day) => day === '' || day >= '1900-01-01', 'Enter a date of birth in 1900 or later.')
    .refine((day) => day <= todayInLagos(), 'Enter a date of birth that is not in the future.')
    .describe('From 1900 to today in Lagos.')
    .default(''),
  email: z.union([z.literal(''), emailSchema], needEmail).default(''),
  phoneTwo: phoneText(
    undefined,
    'Enter only one phone number here. Enter the other one as the phone number.',
  ).default(''),
  height: optionalText(20),
  gender: optionalChoice(genders),
  address: text(300, needAddress),
  registration: plateText.default(''),
  color: optionalText(40),
  make: optionalText(60),
  model: optionalText(60),
  vehicleType: optionalChoice(vehicleTypes),
  vehicleBody: optionalText(60),
  type: optionalChoice(fuelTypes),
  origin: optionalText(60),
  vehicleYear: text(4)
    .regex(/^(|19\d\d|20\d\d)$/, 'Enter a year such as 2014.')
    .refine((year) => year <= todayInLagos().slice(0, 4), 'Enter a year that is not in the future.')
    .describe('From 1900 to the current year, Lagos time.')
    .default(''),
  capacity: optionalText(20),
  vin: vinText.default(''),
  pin: optionalText(40),
  zone: zoneText,
  team: optionalText(60),
  location: optionalText(200),
  notes: optionalText(2000),
  eoCode: optionalText(40),
  beatCode: optionalText(40),
  language: chosenLanguage.default(''),
} satisfies Record<BookingField, z.ZodType<string>>;

export const maxOffencesPerBooking = 40;

interface Needed {
  license: string;
  registration: string;
  name: string;
  phoneNo: string;
  address: string;
  offence: readonly unknown[];
}

const isGiven = (text: string) => text.trim() !== '';

/** The fields that every booking needs, each with the sentence shown while it is missing. */
export const bookingNeeds = [
  { field: 'offence', sentence: needOffence, isMet: ({ offence }) => offence.length > 0 },
  {
    field: 'license',
    sentence: needLicenceOrRegistration,
    isMet: ({ license, registration }) => isGiven(license) || isGiven(registration),
  },
  { field: 'name', sentence: needName, isMet: ({ name }) => isGiven(name) },
  { field: 'phoneNo', sentence: needPhone, isMet: ({ phoneNo }) => isGiven(phoneNo) },
  { field: 'address', sentence: needAddress, isMet: ({ address }) => isGiven(address) },
] as const satisfies readonly {
  field: keyof Needed;
  sentence: string;
  isMet: (booking: Needed) => boolean;
}[];

const shown = z.unknown().optional();

/** An offence as its form showed it; only its id counts. Older devices send no more than that. */
const chosenOffenceSchema = z
  .object({
    id: offenceIdSchema,
    name: shown,
    penalty: shown,
    amount: shown,
    code: shown,
    mdasId: shown,
  })
  .transform(({ id }) => ({ id }));

/** 90 bits in Crockford's alphabet, drawn so that nobody can guess one. */
const ticketCodeSchema = z
  .string()
  .regex(/^[0-9A-HJKMNP-TV-Z]{18}$/, 'Enter a ticket code of 18 letters and digits.');

/**
 * A device sends this to book. Price and offences are as its form showed them; the server never
 * trusts them. It prices by offence id, and notes a price that differs from its own.
 */
export const newBookingSchema = z
  .object({
    _id: ulidSchema.optional(),
    organisation: organisationSchema.optional(),
    ...fieldSchemas,
    offence: z
      .array(chosenOffenceSchema, ifNone(needOffence))
      .min(1, needOffence)
      .max(
        maxOffencesPerBooking,
        sayEnglish('Add at most {number} offences.', { number: maxOffencesPerBooking }),
      ),
    /** Naira. */
    price: toldPriceSchema.optional(),
    confiscations: z
      .array(z.enum(confiscationOptions))
      .max(confiscationOptions.length)
      .refine((items) => new Set(items).size === items.length, 'Select each confiscation once.')
      .default([]),
    position: positionSchema.nullable().default(null),
    /** The driver signed or refused; a signature follows as a picture. */
    signature: z.enum(signatures).default(''),
    /** The code of the ticket's public page, made on the device so that it can be printed at once. */
    ticketCode: ticketCodeSchema.optional(),
    /** The withdrawn booking in whose place it is made; `''` for none. */
    replaces: z.union([z.literal(''), ulidSchema]).default(''),
    /** Given by a device that keeps what it makes before it sends it. */
    capture: bookingCaptureSchema.optional(),
  })
  .superRefine((booking, context) => {
    for (const { field, sentence, isMet } of bookingNeeds) {
      // The schema of `offence` itself reports an empty list.
      if (field !== 'offence' && !isMet(booking)) {
        context.addIssue({ code: 'custom', path: [field], message: sentence });
      }
    }
  });
export type NewBooking = z.output<typeof newBookingSchema>;

export const createBooking = endpoint({
  method: 'POST',
  path: '/api/v1/booking',
  permission: 'book',
  audit: 'booking.made',
  body: newBookingSchema,
  response: answer(bookingSchema),
});
