/** What a change is called in a history; one that is not here is called by its own name. */
export const eventWords: Readonly<Record<string, string>> = {
  'booking.made': 'Booked',
  'booking.billed': 'Bill made',
  'booking.checked': 'Status checked',
  'booking.paid': 'Payment confirmed',
  'booking.cleared': 'Vehicle cleared',
  'booking.withdrawn': 'Withdrawn',
  'payment.started': 'Payment page opened',
  'paper.printed': 'Paper printed',
  'collision.recorded': 'Collision recorded',
  'user.registered': 'Account made',
  'user.added': 'Account added',
  'user.changed': 'Account changed',
  'user.pictured': 'Picture changed',
  'user.signed-in': 'Signed in',
  'user.signed-out': 'Signed out',
  'user.reset-asked': 'New password asked for',
  'user.password-reset': 'Password set by a mailed link',
  'user.password-changed': 'Password changed',
  'user.sessions-ended': 'Sessions ended',
  'exception.found': 'Found',
  'exception.proposed': 'Settlement proposed',
  'exception.sent-back': 'Settlement sent back',
  'exception.settled': 'Settled',
};

/** What a field is called where its own name says too little. */
export const fieldWords: Readonly<Record<string, string>> = {
  name: 'Driver name',
  phoneNo: 'Phone',
  phoneTwo: 'Second phone',
  dob: 'Date of birth',
  license: 'License number',
  registration: 'Vehicle registration',
  color: 'Colour',
  make: 'Make',
  type: 'Fuel',
  vin: 'VIN',
  pin: 'PIN',
  eoCode: 'EO code',
  offence: 'Offences',
  price: 'Price',
  billRef: 'Bill reference',
  completed: 'Cleared',
  completedAt: 'Cleared at',
  desc: 'Description',
  noOfCars: 'Vehicles involved',
  noOfInjuries: 'Injuries',
  noOfFatalities: 'Fatalities',
  vehicle: 'Vehicles',
  witness: 'Witnesses',
  officer: 'Officers',
  files: 'Evidence',
  of: 'Paper',
  size: 'Paper size',
  format: 'Taken as',
  zone: 'Zone',
  username: 'User name',
  sessions: 'Open sessions',
  expiresAt: 'Valid until',
  kind: 'What was found',
};

/** Fields left out of a history, because they are secret or mean nothing to a reader. */
export const hiddenFields = /^_?id$|^session$|password|token|secret|hash|sha\d|salt|digest/i;

/** Fields that hold the reason for a change. */
export const reasonFields: readonly string[] = ['reason', 'because'];
