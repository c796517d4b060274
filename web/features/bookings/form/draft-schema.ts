import { z } from 'zod';
import {
  confiscationOptions,
  fuelTypes,
  genders,
  positionSchema,
  vehicleTypes,
} from '#contract/booking-fields.ts';
import { organisationSchema } from '#contract/places.ts';
import { ulidSchema } from '#contract/text.ts';
import type { BookingDraft } from './draft.ts';

const words = z.string();
const choice = <const Options extends readonly string[]>(options: Options) =>
  z.union([z.literal(''), z.enum(options)]);

/** A booking that was begun, as the device keeps it: nothing in it need be right yet. */
export const bookingDraftSchema: z.ZodType<BookingDraft> = z.object({
  _id: ulidSchema,
  organisation: organisationSchema.nullable(),
  zone: words,
  team: words,
  location: words,
  notes: words,
  eoCode: words,
  beatCode: words,
  position: positionSchema.nullable(),
  offence: z.array(z.object({ id: words })),
  confiscations: z.array(z.enum(confiscationOptions)),
  license: words,
  name: words,
  phoneNo: words,
  dob: words,
  email: words,
  phoneTwo: words,
  height: words,
  gender: choice(genders),
  address: words,
  registration: words,
  color: words,
  make: words,
  model: words,
  vehicleType: choice(vehicleTypes),
  vehicleBody: words,
  type: choice(fuelTypes),
  origin: words,
  vehicleYear: words,
  capacity: words,
  vin: words,
  pin: words,
});
