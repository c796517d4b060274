import type { endpoints } from './endpoints.ts';
import type { RecordName } from './records.ts';

/**
 * The records that a call reaches, besides the role that may make it (`permissions`). An account
 * with a zone reaches that zone, without one its organisation, without a state all of them. A guest
 * reaches the demo's records. A place named in the call narrows this; one beyond it is a 403.
 */
export type Reach =
  /** There is no caller yet, or the caller is a gateway. */
  | 'before sign-in'
  /** Whatever the place. */
  | 'the same for all'
  /** The caller's own account, sessions and views, and the views that others share in their place. */
  | "one's own"
  /** What belongs to an organisation as a whole; of another one it is a 403. */
  | 'an organisation'
  /** Jobs, events and the state of the servers, as far as they concern the caller's organisation. */
  | 'the installation'
  /** One record, by the id in the path or by its bill: beyond the caller's place it is a 404. */
  | `one ${RecordName}`
  /** A fee or a statement that waits for a second person, by its id: a 404 for another organisation. */
  | 'one proposal'
  /** A record that is made: beyond the caller's place it is a 403. */
  | `a new ${RecordName}`
  /**
   * A record that an officer's phone has signed, and the officer: a phone beyond the caller's place is
   * a 404, a record beyond it a 403.
   */
  | 'a record of a phone'
  /** For the officer who recorded it and for superiors who reach it; for anybody else it is a 404. */
  | 'the files of one collision'
  /** Rows of these records, or sums over them, in the caller's place. */
  | `the ${RecordName}s`
  | 'the bookings and collisions';

/** For every call of the product, what it reaches. */
export const reach = {
  login: 'before sign-in',
  register: 'before sign-in',
  forgotPassword: 'before sign-in',
  resetPassword: 'before sign-in',
  wake: 'before sign-in',
  signInWithCode: 'before sign-in',
  signInWithPasskey: 'before sign-in',
  noticePayment: 'before sign-in',
  reportBreakages: 'before sign-in',
  logout: "one's own",
  changePassword: "one's own",
  readSession: "one's own",
  readFactors: "one's own",
  addApp: "one's own",
  confirmApp: "one's own",
  removeApp: "one's own",
  beginPasskey: "one's own",
  addPasskey: "one's own",
  removePasskey: "one's own",
  renewRecoveryCodes: "one's own",
  beginProof: "one's own",
  proveAgain: "one's own",
  changeAvatar: "one's own",
  giveUpFile: "one's own",
  replaceFile: "one's own",
  certifyDevice: "one's own",
  listViews: "one's own",
  createView: "one's own",
  updateView: "one's own",
  removeView: "one's own",
  listSessions: 'one user',
  endSession: 'one user',
  endSessions: 'one user',
  listDevicesOf: 'one user',
  revokeDevice: 'one user',
  readUser: 'one user',
  updateUser: 'one user',
  readFactorsOf: 'one user',
  takeFactors: 'one user',
  readRequiredFactors: 'the users',
  requireFactor: 'the users',
  listUsers: 'the users',
  exportUsers: 'the users',
  createUser: 'a new user',
  createBooking: 'a new booking',
  listBookings: 'the bookings',
  exportBookings: 'the bookings',
  readBooking: 'one booking',
  clearVehicle: 'one booking',
  withdrawBooking: 'one booking',
  checkBooking: 'one booking',
  readBill: 'one booking',
  printPaper: 'one booking',
  startPayment: 'one booking',
  sweepBookings: 'the bookings',
  listExceptions: 'the exceptions',
  listLateRecords: 'the late records',
  countLateRecords: 'the late records',
  listTakenOutRecords: 'the late records',
  readLateRecord: 'one late record',
  decideLateRecord: 'one late record',
  takeOutRecord: 'a new late record',
  bringInRecord: 'a record of a phone',
  readException: 'one exception',
  settleException: 'one exception',
  confirmException: 'one exception',
  readReconciliation: 'the bookings',
  exportReconciliation: 'the bookings',
  readDifferences: 'the bookings',
  exportDifferences: 'the bookings',
  sendStatement: 'an organisation',
  readColumns: 'an organisation',
  fetchStatement: 'an organisation',
  listFees: 'an organisation',
  listKnownDevices: 'an organisation',
  listSecondPeople: 'an organisation',
  readFees: 'an organisation',
  proposeFee: 'an organisation',
  decideFee: 'one proposal',
  takeBackFee: 'one proposal',
  decideStatement: 'one proposal',
  takeBackStatement: 'one proposal',
  listOffences: 'the same for all',
  listRevenueHeads: 'the same for all',
  listPlaces: 'the same for all',
  readTicket: 'the same for all',
  bookingCounts: 'the bookings',
  bookingRevenue: 'the bookings',
  bookingSeries: 'the bookings',
  listWithdrawals: 'the bookings',
  listActivities: 'the bookings and collisions',
  readHistory: 'one booking',
  readMap: 'the bookings and collisions',
  liveBookings: 'the bookings and collisions',
  createCollision: 'a new collision',
  listComingFiles: 'the files of one collision',
  receiveFile: 'the files of one collision',
  listCollisions: 'the collisions',
  exportCollisions: 'the collisions',
  readCollision: 'one collision',
  listOriginals: 'one collision',
  listLookups: 'one collision',
  readDossier: 'the bookings and collisions',
  readKnown: 'the bookings and collisions',
  readKnownPlates: 'the bookings',
  exportPerson: 'the bookings and collisions',
  readOperations: 'the installation',
  listFailedJobs: 'the installation',
  retryJob: 'the installation',
  handOverJob: 'the installation',
  listSecurityEvents: 'the installation',
} as const satisfies Record<keyof typeof endpoints, Reach>;
