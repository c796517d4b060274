/** Names of fields whose own say too little. */
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
  signature: 'Driver’s signature',
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
  persons: 'Died',
  diedOn: 'Died on',
  wereInjured: 'Had counted as injured',
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
export const reasonFields: readonly string[] = ['reason', 'because', 'answer'];
