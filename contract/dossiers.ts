import { z } from 'zod';
import { answer, instant } from './answers.ts';
import { driverFields, textsOf, vehicleFields } from './booking-fields.ts';
import { madeSchema } from './capture.ts';
import { endpoint } from './endpoint.ts';
import { dossierKinds, identifies, identityKey } from './identities.ts';
import { personSchema } from './people.ts';
import { text } from './text.ts';

export type DossierKind = (typeof dossierKinds)[number];

/** A dossier lists at most this many bookings and this many collisions: the newest. */
export const dossierRows = 20;

/** A dossier counts and sums at most this many bookings: the newest. */
export const dossierReach = 1_000;

const nothingToFind = 'Enter a plate, licence or phone number with letters or digits.';
const ofNobody =
  'This may belong to many different people. Enter a real plate, licence or phone number.';

const about = {
  of: z.enum(dossierKinds, 'Select plate, license or phone.'),
  /** In any spelling. */
  value: text(40),
};

interface About {
  readonly of: DossierKind;
  readonly value: string;
}

/** A value can be looked up by two letters or digits, or five digits of a phone. */
const canBeKnown = ({ of, value }: About): boolean =>
  identityKey(of, value).length >= (of === 'phone' ? 5 : 2);

export const aboutQuery = z
  .strictObject(about)
  .refine(canBeKnown, { path: ['value'], message: nothingToFind, abort: true })
  .refine(({ of, value }) => identifies(of, value), { path: ['value'], message: ofNobody });

/** A count of bookings, and their sum in naira. */
const sumSchema = z.strictObject({ count: z.number().int(), sum: z.number() });

export const vehicleFactNames = vehicleFields.filter((field) => field !== 'pin');
/** A vehicle as it was last recorded; '' is not known. `type` is the fuel. */
export const vehicleFactsSchema = z.strictObject(textsOf(vehicleFactNames));
export type VehicleFacts = z.infer<typeof vehicleFactsSchema>;

export const driverFactNames = [
  ...new Set<(typeof driverFields)[number]>([
    'license',
    'name',
    'phoneNo',
    'phoneTwo',
    'address',
    'email',
    'dob',
    'gender',
    ...driverFields,
  ]),
];
/** A driver as last recorded; '' is not known. */
export const driverFactsSchema = z.strictObject(textsOf(driverFactNames));
export type DriverFacts = z.infer<typeof driverFactsSchema>;

/**
 * The sums cover every booking that the caller may see. With `within` there are more than are
 * counted: sums and `firstSeen` are those of the newest so many.
 */
const summary = {
  /** Ticket Issued, neither paid yet nor withdrawn, nor decided by a court. */
  open: sumSchema.extend({
    /** Those whose due day is over; left out where there are none. */
    overdue: z.number().int().optional(),
    /** Open obligations of any ticket, such as repairs; left out where there are none. */
    obligations: z.number().int().optional(),
  }),
  /** Paid, whether the vehicle was cleared or not. */
  paid: sumSchema,
  within: z.number().int().optional(),
  collisions: z.number().int(),
  /** The time of the first and the last booking or collision; null without any. */
  firstSeen: instant.nullable(),
  lastSeen: instant.nullable(),
  /** Null when nothing of the kind was ever recorded. */
  vehicle: vehicleFactsSchema.nullable(),
  driver: driverFactsSchema.nullable(),
};

/** A booking in a dossier. `price` is naira. */
export const dossierBookingSchema = z.strictObject({
  _id: z.string(),
  createdAt: instant,
  /** Null where no device said when it was made: then it is `createdAt`. */
  captured: madeSchema.nullable(),
  createdBy: personSchema,
  paid: z.boolean(),
  completed: z.boolean(),
  withdrawn: z.boolean(),
  /** A court decided it. */
  decided: z.boolean(),
  price: z.number(),
  registration: z.string(),
  license: z.string(),
  name: z.string(),
  phoneNo: z.string(),
  zone: z.string(),
  location: z.string(),
  offence: z.array(z.strictObject({ id: z.string(), name: z.string() })),
});
export type DossierBooking = z.infer<typeof dossierBookingSchema>;

/** A collision in a dossier, with the vehicle that the dossier is about. */
export const dossierCollisionSchema = z.strictObject({
  _id: z.string(),
  createdAt: instant,
  captured: madeSchema.nullable(),
  zone: z.string(),
  location: z.string(),
  noOfCars: z.number().int(),
  noOfInjuries: z.number().int(),
  noOfFatalities: z.number().int(),
  vehicle: z.strictObject({
    plate: z.string(),
    make: z.string(),
    model: z.string(),
    name: z.string(),
    phone: z.string(),
  }),
});
export type DossierCollision = z.infer<typeof dossierCollisionSchema>;

/** Another plate, licence or phone that is on the same records, as it was last written. */
const relatedSchema = z.strictObject({
  of: z.enum(dossierKinds),
  value: z.string(),
  /** The name of a driver with it, or the make and model of a vehicle; may be ''. */
  note: z.string(),
  /** The bookings of this dossier that have it. */
  bookings: z.number().int(),
});
export type Related = z.infer<typeof relatedSchema>;

export const dossierSchema = z.strictObject({
  of: z.enum(dossierKinds),
  /** As it was last recorded, else as it was asked for. */
  value: z.string(),
  ...summary,
  /** The newest, at most `dossierRows` of each. */
  bookings: z.array(dossierBookingSchema),
  crashes: z.array(dossierCollisionSchema),
  related: z.array(relatedSchema),
});
export type Dossier = z.infer<typeof dossierSchema>;

/** Everything that the caller may see of a plate, a licence or a phone number. */
export const readDossier = endpoint({
  method: 'GET',
  path: '/api/v1/dossier',
  permission: 'see unpaid bookings',
  audit: null,
  query: aboutQuery,
  response: answer(dossierSchema),
});

export const knownSchema = z.strictObject({
  ...summary,
  /** The bookings of the last hours, newest first: the one being typed may repeat one of them. */
  lately: z.array(dossierBookingSchema),
});
export type Known = z.infer<typeof knownSchema>;

/** A summary of a dossier, for a form that is being filled in. */
export const readKnown = endpoint({
  method: 'GET',
  path: '/api/v1/dossier/known',
  permission: 'see unpaid bookings',
  audit: null,
  query: aboutQuery,
  response: answer(knownSchema),
});
