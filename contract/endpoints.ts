import { forgotPassword, login, logout, register, resetPassword, wake } from './auth.ts';
import {
  checkBooking,
  clearVehicle,
  createBooking,
  listBookings,
  readBooking,
  sweepBookings,
} from './bookings.ts';
import type { Endpoint } from './endpoint.ts';
import { listOffences } from './offences.ts';
import { listRevenueHeads, startPayment } from './payments.ts';
import { listPlaces } from './places.ts';
import { readUser } from './users.ts';

/** Every call of the product by name: what is not here is not served. */
export const endpoints = {
  login,
  register,
  forgotPassword,
  resetPassword,
  wake,
  logout,
  readUser,
  createBooking,
  listBookings,
  readBooking,
  clearVehicle,
  sweepBookings,
  checkBooking,
  startPayment,
  listRevenueHeads,
  listOffences,
  listPlaces,
} as const satisfies Record<string, Endpoint>;
