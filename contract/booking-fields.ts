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
