import { z } from 'zod';

/** Every role of the product, spelt as stored, sent and shown. */
export const roles = [
  'state admin',
  'zonal head',
  'booking officer',
  'operator',
  'observer',
  'guest',
] as const;

export const roleSchema = z.enum(roles);
export type Role = z.infer<typeof roleSchema>;

const everyone = roles;
const notOperator = ['state admin', 'zonal head', 'booking officer', 'observer', 'guest'] as const;
/** The roles that an account can have; nobody is made a guest. */
export const staffRoles = [
  'state admin',
  'zonal head',
  'booking officer',
  'operator',
  'observer',
] as const;

/** The rights of each role: the one table that the server enforces and the screens show. */
export const permissions = {
  'see the dashboard': everyone,
  'see unpaid bookings': everyone,
  'see paid bookings': notOperator,
  'see the live map': notOperator,
  'see collisions': everyone,
  'see black spots': ['state admin', 'zonal head', 'observer'],
  'settle collisions': ['state admin', 'zonal head'],
  'see insurance': notOperator,
  'see driving tests': notOperator,
  'see reports': notOperator,
  'record a collision': ['state admin', 'zonal head', 'booking officer', 'operator'],
  book: ['state admin', 'zonal head', 'booking officer', 'operator'],
  'check a ticket': staffRoles,
  'revoke devices': ['state admin', 'zonal head'],
  'start and check a payment': ['state admin', 'zonal head', 'booking officer', 'operator'],
  'see exceptions': ['state admin', 'zonal head', 'observer'],
  'settle exceptions': ['state admin'],
  'confirm exceptions': ['state admin', 'zonal head'],
  'withdraw a booking': ['state admin', 'zonal head'],
  'see late records': ['state admin', 'zonal head', 'observer'],
  'let in late records': ['state admin', 'zonal head'],
  'see court cases': ['state admin', 'zonal head', 'booking officer', 'observer'],
  'refer to court': ['state admin', 'zonal head', 'booking officer'],
  'confirm court decisions': ['state admin', 'zonal head'],
  'hold records': ['state admin', 'zonal head'],
  'see disputes': ['state admin', 'zonal head', 'booking officer', 'observer'],
  // A zonal head leads whoever has issued the ticket.
  'answer disputes': ['state admin', 'booking officer'],
  'uphold disputes': ['state admin', 'zonal head', 'booking officer'],
  'see withdrawals': ['state admin', 'zonal head', 'observer'],
  'cash up': ['state admin', 'zonal head', 'observer'],
  'see history': ['state admin', 'zonal head', 'observer'],
  'answer for personal data': ['state admin'],
  'see reconciliation': ['state admin', 'zonal head', 'observer'],
  reconcile: ['state admin'],
  'schedule reports': ['state admin', 'zonal head', 'observer'],
  'close reports': ['state admin'],
  'give duties': ['state admin'],
  'see own questions': staffRoles,
  'answer questions': staffRoles,
  'clear a vehicle': ['state admin', 'zonal head', 'booking officer'],
  'export lists': ['state admin', 'zonal head', 'observer'],
  'keep views': staffRoles,
  'see messages': ['state admin', 'zonal head', 'observer'],
  'stop messages': ['state admin', 'zonal head'],
  'see users': ['state admin', 'observer'],
  'see personnel': everyone,
  'add and change users': ['state admin'],
  'change own profile': ['state admin', 'zonal head', 'booking officer', 'operator'],
  'see own profile': everyone,
  'see the catalogue': everyone,
  'see fees': ['state admin', 'observer'],
  'set fees': ['state admin'],
  'set up the organisation': ['state admin'],
  'see operations': ['state admin', 'observer'],
  'end own session': staffRoles,
} as const satisfies Record<string, readonly Role[]>;

/** `public` needs no session; every other name is a row of `permissions`. */
export type Permission = keyof typeof permissions | 'public';

/** True of a permission that only shows something; every other one lets somebody change something. */
export const isLook = (permission: Permission): boolean => permission.startsWith('see ');

export function may(role: Role, permission: Permission): boolean {
  if (permission === 'public') return true;
  const allowed: readonly Role[] = permissions[permission];
  return allowed.includes(role);
}
