import type { EndpointName } from './endpoint-table.ts';

/**
 * The reason why one person alone makes a change: nothing that another has recorded costs or counts
 * differently by it. A new endpoint that changes something belongs here, or names its rule of two.
 */
export const byOnePerson = {
  // One's own account and sessions.
  logout: 'it is one’s own session',
  login: 'it is one’s own session',
  signInWithCode: 'it is one’s own session',
  signInWithPasskey: 'it is one’s own session',
  register: 'there is nobody else yet',
  forgotPassword: 'it is one’s own account',
  resetPassword: 'it is one’s own account',
  changePassword: 'it is one’s own account',
  addApp: 'it is one’s own account',
  confirmApp: 'it is one’s own account',
  removeApp: 'it is one’s own account',
  renewRecoveryCodes: 'it is one’s own account',
  beginPasskey: 'it is one’s own account',
  addPasskey: 'it is one’s own account',
  removePasskey: 'it is one’s own account',
  beginProof: 'it is one’s own account',
  proveAgain: 'it is one’s own account',
  certifyDevice: 'it is one’s own phone',
  createView: 'it is one’s own view of a list',
  updateView: 'it is one’s own view of a list',
  removeView: 'it is one’s own view of a list',
  // The accounts of others: what they recorded stands.
  createUser: 'a new account has recorded nothing; the other state admins are told of an admin',
  updateUser: 'what the account has recorded stands',
  changeAvatar: 'a picture counts nothing',
  endSession: 'what the account has recorded stands',
  endSessions: 'what the account has recorded stands',
  takeFactors: 'what the account has recorded stands',
  revokeDevice: 'what the phone has signed and sent stands',
  requireFactor: 'it asks more of everybody',
  // Records of one's own.
  createBooking: 'it is one’s own record',
  createCollision: 'it is one’s own record',
  takeOutRecord: 'it is one’s own record',
  giveUpFile: 'it is one’s own record',
  replaceFile: 'it is one’s own record',
  takeBackFee: 'it is one’s own proposal',
  takeBackStatement: 'it is one’s own statement',
  receiveFile: 'the file is the one that its officer announced, by its hash',
  // What somebody else has said, which no caller can change.
  startPayment: 'it opens the page of the gateway',
  checkBooking: 'the gateway says whether it is paid',
  sweepBookings: 'the gateway says whether they are paid',
  noticePayment: 'the gateway says whether it is paid',
  fetchStatement: 'the gateway says what was paid',
  clearVehicle: 'it is paid before, by the gateway’s word',
  readColumns: 'it reads a file and stores nothing',
  retryJob: 'it does again what was to be done',
  handOverJob: 'the work that failed stays undone',
  // Copies.
  exportBookings: 'it is a copy',
  exportCollisions: 'it is a copy',
  exportUsers: 'it is a copy',
  exportPerson: 'it is a copy',
  exportReconciliation: 'it is a copy',
  exportDifferences: 'it is a copy',
  printPaper: 'it is a copy',
} satisfies Partial<Record<EndpointName, string>>;
