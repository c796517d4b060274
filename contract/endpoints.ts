import { listActivities } from './activities.ts';
import { forgotPassword, login, logout, register, resetPassword, wake } from './auth.ts';
import {
  clearVehicle,
  createBooking,
  exportBookings,
  listBookings,
  readBooking,
  withdrawBooking,
} from './bookings.ts';
import { createCollision, exportCollisions, listCollisions, readCollision } from './collisions.ts';
import { exportDifferences, readDifferences } from './differences.ts';
import { readDossier, readKnown } from './dossiers.ts';
import type { Endpoint } from './endpoint.ts';
import { confirmException, listExceptions, readException, settleException } from './exceptions.ts';
import { listFees, readFees, setFee } from './fees.ts';
import { readHistory } from './history.ts';
import { liveBookings } from './live.ts';
import { readMap } from './map.ts';
import { listOffences } from './offences.ts';
import {
  handOverJob,
  listFailedJobs,
  listSecurityEvents,
  readOperations,
  retryJob,
} from './operations.ts';
import { printPaper } from './papers.ts';
import {
  checkBooking,
  listRevenueHeads,
  noticePayment,
  readBill,
  startPayment,
  sweepBookings,
} from './payments.ts';
import { listPlaces } from './places.ts';
import { exportReconciliation, readReconciliation } from './reconciliation.ts';
import {
  addApp,
  confirmApp,
  proveAgain,
  readFactors,
  removeApp,
  signInWithCode,
} from './second-factor.ts';
import { changePassword, endSession, endSessions, listSessions } from './security.ts';
import { fetchStatement, sendStatement } from './statements.ts';
import {
  bookingCounts,
  bookingRevenue,
  bookingSeries,
  dashboardFigures,
  listWithdrawals,
} from './statistics.ts';
import { changeAvatar, createUser, exportUsers, listUsers, readUser, updateUser } from './users.ts';
import { createView, listViews, removeView, updateView } from './views.ts';

/** Every call of the product by name: what is not here is not served. */
export const endpoints = {
  login,
  register,
  forgotPassword,
  resetPassword,
  wake,
  logout,
  changePassword,
  listSessions,
  endSession,
  endSessions,
  signInWithCode,
  readFactors,
  addApp,
  confirmApp,
  removeApp,
  proveAgain,
  readUser,
  listUsers,
  exportUsers,
  createUser,
  updateUser,
  changeAvatar,
  createBooking,
  listBookings,
  exportBookings,
  readBooking,
  clearVehicle,
  withdrawBooking,
  sweepBookings,
  checkBooking,
  readBill,
  printPaper,
  startPayment,
  noticePayment,
  listRevenueHeads,
  listExceptions,
  readException,
  settleException,
  confirmException,
  readReconciliation,
  exportReconciliation,
  readDifferences,
  exportDifferences,
  sendStatement,
  fetchStatement,
  listOffences,
  listFees,
  readFees,
  setFee,
  listPlaces,
  bookingCounts,
  bookingRevenue,
  bookingSeries,
  dashboardFigures,
  listWithdrawals,
  listActivities,
  readHistory,
  readMap,
  liveBookings,
  createCollision,
  listCollisions,
  exportCollisions,
  readCollision,
  readDossier,
  readKnown,
  listViews,
  createView,
  updateView,
  removeView,
  readOperations,
  listFailedJobs,
  retryJob,
  handOverJob,
  listSecurityEvents,
} as const satisfies Record<string, Endpoint>;
