import { z } from 'zod';

export const vehicleTypes = [
  'Private',
  'Commercial',
  'Special',
  'Government owned',
  'Trailer/Tanker',
] as const;

export const fuelTypes = ['Petrol', 'Diesel', 'Gas', 'Electric', 'Hybrid', 'Other'] as const;

export const genders = ['Male', 'Female'] as const;

/** The fields of a booking in the order in which they are sent: `booking-rows.ts` says what each is. */
export const driverFields = [
  'license',
  'name',
  'phoneNo',
  'dob',
  'email',
  'phoneTwo',
  'height',
  'gender',
  'address',
  'language',
] as const;
export const vehicleFields = [
  'registration',
  'color',
  'make',
  'model',
  'vehicleType',
  'vehicleBody',
  'type',
  'origin',
  'vehicleYear',
  'capacity',
  'vin',
  'pin',
] as const;
export const bookingFields = [
  ...driverFields,
  ...vehicleFields,
  'zone',
  'team',
  'location',
  'notes',
  'eoCode',
  'beatCode',
] as const;
export type BookingField = (typeof bookingFields)[number];

/** Of each of these fields the same. */
export const each = <Field extends string, Value>(fields: readonly Field[], value: Value) =>
  Object.fromEntries(fields.map((field) => [field, value])) as Record<Field, Value>;

/** Text of each, as it crosses the wire. */
export const textsOf = <Field extends string>(fields: readonly Field[]) => each(fields, z.string());

/** '' where nobody was asked to sign. */
export const signatures = ['', 'signed', 'refused'] as const;

/** Degrees north and east (WGS 84); accuracy in metres. */
export const positionSchema = z.strictObject({
  lat: z.number().min(-90).max(90),
  lng: z.number().min(-180).max(180),
  accuracy: z.number().min(0).max(1_000_000),
});
export type Position = z.infer<typeof positionSchema>;

/** The position of a record; `outside` where it lies outside the state of the record's organisation. */
export const shownPositionSchema = positionSchema.extend({ outside: z.literal(true).optional() });
export type ShownPosition = z.infer<typeof shownPositionSchema>;
