import { listActivities } from './activities.ts';
import { logout, wake } from './auth.ts';
import {
  correctBooking,
  leaveMistake,
  listMistakes,
  reportMistake,
  withdrawBooking,
  clearVehicle,
} from './booking-corrections.ts';
import { addPicture, listPictures } from './booking-pictures.ts';
import { exportBookings, listBookings, readBooking } from './bookings.ts';
import { reportBreakages } from './breakages.ts';
import { addToCollision, listAdditions } from './collision-additions.ts';
import { correctCollision } from './collision-corrections.ts';
import { decideDouble, findDoubles, listDoubles } from './collision-doubles.ts';
import { exportCollisions, listCollisions, readCollision } from './collisions.ts';
import { giveUpFile, listComingFiles, receiveFile, replaceFile } from './coming-files.ts';
import { changeContacts, changeLogo, readContacts, readLogo, removeLogo } from './contacts.ts';
import {
  decideCorrection,
  listCorrections,
  proposeCorrection,
  takeBackCorrection,
} from './corrections.ts';
import { readDossier, readKnown } from './dossiers.ts';
import {
  decideDuty,
  decideSwitchOff,
  endDuty,
  listDuties,
  proposeDuty,
  proposeSwitchOff,
  takeBackSwitchOff,
} from './duties.ts';
import type { Endpoint } from './endpoint.ts';
import { exceptionRegister } from './exceptions.ts';
import { confirmException, readException, settleException } from './exceptions.ts';
import { decideFee, listFees, proposeFee, proposeFees, readFees, takeBackFee } from './fees.ts';
import { readHistory } from './history.ts';
import { readKnownPlates } from './known-plates.ts';
import {
  changeLanguages,
  exportLanguage,
  importLanguage,
  listOfferedLanguages,
  readCatalogue,
  readCatalogueForAll,
  readLanguages,
} from './languages.ts';
import { lateRecordRegister } from './late-record-register.ts';
import {
  countLateRecords,
  decideLateRecord,
  listTakenOutRecords,
  readLateRecord,
  takeOutRecord,
} from './late-records.ts';
import { liveBookings } from './live.ts';
import { listLookups } from './lookups.ts';
import { readMap, readPlaceNames } from './map.ts';
import { moduleCalls } from './modules/calls.ts';
import { createBooking } from './new-bookings.ts';
import { createCollision } from './new-collisions.ts';
import { noticePayment } from './notices.ts';
import { listOffences, listOftenUsed } from './offences.ts';
import {
  handOverJob,
  listFailedJobs,
  listSecurityEvents,
  readOperations,
  retryJob,
} from './operations.ts';
import { listOriginals } from './originals.ts';
import { addPasskey, beginPasskey, beginProof, removePasskey } from './passkeys.ts';
import {
  checkBooking,
  listRevenueHeads,
  readBill,
  startPayment,
  sweepBookings,
} from './payments.ts';
import { exportPerson } from './person-files.ts';
import { listPlaces } from './places.ts';
import { callsOf } from './register.ts';
import { readRequiredFactors, requireFactor } from './required-factors.ts';
import {
  addApp,
  askFactorReset,
  confirmApp,
  proveAgain,
  readFactors,
  readFactorsOf,
  removeApp,
  renewRecoveryCodes,
  signInWithCode,
  signInWithPasskey,
  takeFactors,
} from './second-factor.ts';
import { listSecondPeople } from './second-person.ts';
import { changePassword, endSession, endSessions, listSessions, readSession } from './security.ts';
import { readSetup, takeSetupStep } from './setup.ts';
import { forgotPassword, login, register, resetPassword } from './sign-in.ts';
import {
  listCashUp,
  bookingCounts,
  bookingRevenue,
  bookingSeries,
  listWithdrawals,
} from './statistics.ts';
import { trailRegister } from './trail.ts';
import { changeAvatar, createUser, importUsers, sendLink, updateUser } from './user-changes.ts';
import { exportUsers, listUsers, readUser } from './users.ts';
import { createView, listViews, removeView, updateView } from './views.ts';
import { listWaiting } from './waiting.ts';

/** Every call of the product by name: what is not here is not served. */
export const endpoints = {
  login,
  register,
  forgotPassword,
  resetPassword,
  wake,
  reportBreakages,
  logout,
  changePassword,
  readSession,
  listSessions,
  endSession,
  endSessions,
  signInWithCode,
  signInWithPasskey,
  askFactorReset,
  readFactors,
  addApp,
  confirmApp,
  removeApp,
  beginPasskey,
  addPasskey,
  removePasskey,
  renewRecoveryCodes,
  readFactorsOf,
  takeFactors,
  readRequiredFactors,
  requireFactor,
  beginProof,
  proveAgain,
  readUser,
  listUsers,
  listSecondPeople,
  exportUsers,
  createUser,
  importUsers,
  sendLink,
  updateUser,
  changeAvatar,
  createBooking,
  listBookings,
  exportBookings,
  readBooking,
  clearVehicle,
  withdrawBooking,
  correctBooking,
  listCorrections,
  proposeCorrection,
  decideCorrection,
  takeBackCorrection,
  listMistakes,
  reportMistake,
  leaveMistake,
  sweepBookings,
  checkBooking,
  readBill,
  startPayment,
  noticePayment,
  listRevenueHeads,
  ...callsOf('Exceptions', exceptionRegister),
  readException,
  settleException,
  confirmException,
  listDuties,
  proposeDuty,
  decideDuty,
  endDuty,
  proposeSwitchOff,
  decideSwitchOff,
  takeBackSwitchOff,
  listPictures,
  addPicture,
  listOffences,
  listCashUp,
  listOftenUsed,
  listFees,
  readFees,
  proposeFee,
  proposeFees,
  decideFee,
  takeBackFee,
  listPlaces,
  readCatalogueForAll,
  readLanguages,
  listOfferedLanguages,
  changeLanguages,
  exportLanguage,
  importLanguage,
  readCatalogue,
  readContacts,
  changeContacts,
  readLogo,
  changeLogo,
  removeLogo,
  readSetup,
  takeSetupStep,
  bookingCounts,
  bookingRevenue,
  bookingSeries,
  listWithdrawals,
  listActivities,
  ...callsOf('Trail', trailRegister),
  readHistory,
  listLookups,
  readMap,
  readPlaceNames,
  liveBookings,
  createCollision,
  listCollisions,
  exportCollisions,
  readCollision,
  listAdditions,
  findDoubles,
  listDoubles,
  decideDouble,
  correctCollision,
  addToCollision,
  listOriginals,
  listComingFiles,
  receiveFile,
  giveUpFile,
  replaceFile,
  ...callsOf('LateRecords', lateRecordRegister),
  countLateRecords,
  readLateRecord,
  decideLateRecord,
  listTakenOutRecords,
  takeOutRecord,
  readDossier,
  readKnown,
  readKnownPlates,
  exportPerson,
  listWaiting,
  listViews,
  createView,
  updateView,
  removeView,
  readOperations,
  listFailedJobs,
  retryJob,
  handOverJob,
  listSecurityEvents,
  ...moduleCalls,
} as const satisfies Record<string, Endpoint>;
