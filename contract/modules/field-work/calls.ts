import {
  certifyDevice,
  listDevicesOf,
  listKnownDevices,
  readTicket,
  revokeDevice,
} from './devices.ts';
import { putShift, readMyDay } from './shifts.ts';

/** Its calls by name. */
export const calls = {
  readMyDay,
  putShift,
  certifyDevice,
  listKnownDevices,
  listDevicesOf,
  revokeDevice,
  readTicket,
} as const;
