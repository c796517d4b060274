/** The columns of the booking lists, in the order of the specification. */
export const usualColumns = ['reference', 'date', 'zone', 'name', 'registration'] as const;

/** Every column that a booking list can show, as its address names it. */
export const bookingColumnKeys = [
  ...usualColumns,
  'amount',
  'offences',
  'license',
  'vehicleType',
  'location',
  'bookedBy',
  'paidAt',
  'clearedAt',
] as const;
export type BookingColumnKey = (typeof bookingColumnKeys)[number];
