import { z } from 'zod';
import { hasModules } from './modules.ts';
import { modulePermissions } from './modules/screens.ts';
import { notOperator, type Role, roles, staffRoles } from './role-names.ts';

export { type Role, roles, staffRoles } from './role-names.ts';

export const roleSchema = z.enum(roles);

/** The rights of each role: the one table that the server enforces and the screens show. */
export const permissions = {
  'see the dashboard': roles,
  'see unpaid bookings': roles,
  'see paid bookings': notOperator,
  'see the live map': notOperator,
  'see collisions': roles,
  'settle collisions': ['state admin', 'zonal head'],
  'see insurance': notOperator,
  'see driving tests': notOperator,
  'see reports': notOperator,
  'record a collision': ['state admin', 'zonal head', 'booking officer', 'operator'],
  book: ['state admin', 'zonal head', 'booking officer', 'operator'],
  'start and check a payment': ['state admin', 'zonal head', 'booking officer', 'operator'],
  'see exceptions': ['state admin', 'zonal head', 'observer'],
  'settle exceptions': ['state admin'],
  'confirm exceptions': ['state admin', 'zonal head'],
  'withdraw a booking': ['state admin', 'zonal head'],
  'see late records': ['state admin', 'zonal head', 'observer'],
  'let in late records': ['state admin', 'zonal head'],
  'see withdrawals': ['state admin', 'zonal head', 'observer'],
  'cash up': ['state admin', 'zonal head', 'observer'],
  'see history': ['state admin', 'zonal head', 'observer'],
  'answer for personal data': ['state admin'],
  'give duties': ['state admin'],
  'clear a vehicle': ['state admin', 'zonal head', 'booking officer'],
  'export lists': ['state admin', 'zonal head', 'observer'],
  'keep views': staffRoles,
  'see users': ['state admin', 'observer'],
  'see personnel': roles,
  'add and change users': ['state admin'],
  'change own profile': ['state admin', 'zonal head', 'booking officer', 'operator'],
  'see own profile': roles,
  'see the catalogue': roles,
  'see fees': ['state admin', 'observer'],
  'set fees': ['state admin'],
  'set up the organisation': ['state admin'],
  'see operations': ['state admin', 'observer'],
  'end own session': staffRoles,
  ...modulePermissions,
} as const satisfies Record<string, readonly Role[]>;

/** `public` needs no session; every other name is a row of `permissions`. */
export type Permission = keyof typeof permissions | 'public';

/** True of a permission that only shows something; every other one lets somebody change something. */
export const isLook = (permission: Permission): boolean => permission.startsWith('see ');

export function may(role: Role, permission: Permission): boolean {
  if (permission === 'public') return true;
  if (!hasModules() && Object.hasOwn(modulePermissions, permission)) return false;
  const allowed: readonly Role[] = permissions[permission];
  return allowed.includes(role);
}
