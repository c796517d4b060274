/** Every role of the product, spelt as stored, sent and shown. */
export const roles = [
  'state admin',
  'zonal head',
  'booking officer',
  'operator',
  'observer',
  'guest',
] as const;

export type Role = (typeof roles)[number];

export const notOperator = [
  'state admin',
  'zonal head',
  'booking officer',
  'observer',
  'guest',
] as const;
/** The roles that an account can have; nobody is made a guest. */
export const staffRoles = [
  'state admin',
  'zonal head',
  'booking officer',
  'operator',
  'observer',
] as const;
