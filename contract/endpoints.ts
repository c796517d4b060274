import { forgotPassword, login, logout, register, resetPassword, wake } from './auth.ts';
import {
  checkBooking,
  clearVehicle,
  createBooking,
  listBookings,
  readBooking,
  sweepBookings,
} from './bookings.ts';
import { createCollision, listCollisions, readCollision } from './collisions.ts';
import type { Endpoint } from './endpoint.ts';
import { liveBookings } from './live.ts';
import { listOffences } from './offences.ts';
import { listRevenueHeads, startPayment } from './payments.ts';
import { listPlaces } from './places.ts';
import { bookingCounts, bookingRevenue, listActivities, readMap } from './statistics.ts';
import { changeAvatar, createUser, listUsers, readUser, updateUser } from './users.ts';

/** Every call of the product by name: what is not here is not served. */
export const endpoints = {
  login,
  register,
  forgotPassword,
  resetPassword,
  wake,
  logout,
  readUser,
  listUsers,
  createUser,
  updateUser,
  changeAvatar,
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
  bookingCounts,
  bookingRevenue,
  listActivities,
  readMap,
  liveBookings,
  createCollision,
  listCollisions,
  readCollision,
} as const satisfies Record<string, Endpoint>;
