import type { Entry } from './entry.ts';

export const alcoholAndDrugs: readonly Entry[] = [
  [
    'ADL-01',
    'Driving under the influence of alcohol',
    20000,
    '12020561',
    'Impounding vehicle; Prosecution in court',
  ],
  [
    'ADL-02',
    'Driving under the influence of drugs',
    20000,
    '12020562',
    'Psychiatric test; Prosecution in court',
  ],
  ['ADL-03', 'Smoking while driving', 10000, '12020563'],
  ['ADL-04', 'Drinking alcohol while driving', 10000, '12020564', 'Driver training'],
  ['ADL-05', 'Refusing an alcohol or drug test', 10000, '12020565', 'Prosecution in court'],
];

export const motorcycle: readonly Entry[] = [
  ['MCL-01', 'Riding an unlicensed motorcycle', 3000, '12020566', 'Impounding vehicle'],
  ['MCL-02', "Riding a motorcycle without rider's permit", 3000, '12020567', 'Impounding vehicle'],
  ['MCL-03', 'Riding a motorcycle without crash helmet (rider or passenger)', 2000, '12020568'],
  [
    'MCL-04',
    'Carrying more than one passenger on a motorcycle',
    3000,
    '12020569',
    'Additional 500 charge on the passenger',
  ],
  [
    'MCL-05',
    'Riding a motorcycle against traffic or on the kerb or median',
    5000,
    '12020570',
    'Impounding vehicle',
  ],
  [
    'MCL-06',
    'Operating a motorcycle or three-wheeler on a restricted route',
    5000,
    '12020571',
    'Impounding vehicle',
  ],
  [
    'MCL-07',
    'Under-aged person riding a motorcycle',
    3000,
    '12020572',
    'Impounding vehicle; Dislodging driver',
  ],
  ['MCL-08', 'Motorcycle using horn designed for motor vehicles', 2000, '12020573'],
  ['MCL-09', 'Installing musical gadget on a motorcycle', 2000, '12020574'],
  [
    'MCL-10',
    "Altering manufacturer's specification of a motorcycle",
    2000,
    '12020575',
    'Effect repairs',
  ],
  ['MCL-11', 'Overloading of a three-wheeler', 3000, '12020576'],
  ['MCL-12', 'Motorcyclist resisting arrest', 5000, '12020577', 'Prosecution in court'],
];

export const speed: readonly Entry[] = [
  ['SPV-01', 'Exceeding prescribed speed limit', 10000, '12020578', 'Driver training'],
  ['SPV-02', 'Exceeding construction area speed limit', 3000, '12020579'],
  ['SPV-03', 'Failure to install speed limiting device', 3000, '12020580'],
  ['SPV-04', 'Tailgating an emergency vehicle', 5000, '12020581'],
  [
    'SPV-05',
    'Racing on a public road',
    20000,
    '12020582',
    'Impounding vehicle; Prosecution in court',
  ],
];
