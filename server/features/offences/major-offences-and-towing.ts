import type { Entry } from './entry.ts';

export const majorOffences: readonly Entry[] = [
  [
    'MTF-01',
    'Driving in a direction prohibited by law (one way)',
    20000,
    '12020583',
    'Impounding vehicle; Psychiatric test',
  ],
  [
    'MTF-02',
    'Bullion vehicle driving in a direction prohibited by law',
    300000,
    '12020584',
    'Impounding vehicle; Prosecution in court',
  ],
  ['MTF-03', 'Assault on a traffic officer', 50000, '12020585', 'Prosecution in court'],
  ['MTF-04', 'Obstructing a traffic officer on duty', 2000, '12020586'],
  ['MTF-05', 'Attempting to corrupt a traffic officer', 10000, '12020587', 'Prosecution in court'],
  ['MTF-06', 'Dangerous driving', 50000, '12020588', 'Driver training; Prosecution in court'],
  ['MTF-07', 'Wrongful overtaking', 5000, '12020589', 'Driver training'],
  ['MTF-08', 'Failure to stop or report a road crash', 20000, '12020590', 'Prosecution in court'],
  [
    'MTF-09',
    'Motorist resisting arrest',
    10000,
    '12020591',
    'Impounding vehicle; Prosecution in court',
  ],
  ['MTF-10', 'Wilful obstruction of the highway', 50000, '12020592', 'Impounding vehicle'],
  ['MTF-11', 'Abandoning a vehicle on the highway', 50000, '12020593', 'Impounding vehicle'],
  [
    'MTF-12',
    'Trailer carrying unlatched or unsecured container',
    100000,
    '12020594',
    'Impounding vehicle',
  ],
  ['MTF-13', 'Overloaded or insecure goods load', 10000, '12020595', 'Impounding vehicle'],
  ['MTF-14', 'Blocking a road for an event without permit', 20000, '12020596'],
];

export const storageAndTowing: readonly Entry[] = [
  ['SCC-01', 'Storage of impounded motorcycle (per day)', 200, '12020470'],
  ['SCC-02', 'Storage of impounded three-wheeler (per day)', 500, '12020471'],
  ['SCC-03', 'Storage of impounded car, jeep or mini bus (per day)', 2000, '12020472'],
  [
    'SCC-04',
    'Storage of other impounded vehicle, six wheels and above (per day)',
    5000,
    '12020473',
  ],
  ['SCC-05', 'Towing of motorcycle', 500, '12020474'],
  ['SCC-06', 'Towing of three-wheeler', 2000, '12020475'],
  ['SCC-07', 'Towing of car, jeep or mini bus', 5000, '12020476'],
  ['SCC-08', 'Towing of other commercial vehicle excluding trailers', 10000, '12020477'],
];

export const towingAndOther: readonly Entry[] = [
  ['VIL-01', 'Towing of trailer or tanker, loaded (negotiable)', 100000, '12020478'],
  ['VIL-02', 'Towing of trailer or tanker, empty (negotiable)', 50000, '12020479'],
  ['VIL-03', 'Towing of loaded tipper or lorry', 50000, '12020480'],
  ['VIL-04', 'Towing of luxurious bus', 50000, '12020481'],
  ['VIL-05', 'Towing of overnight breakdown trailer', 100000, '12020482'],
  ['VIL-06', 'Hire of heavy recovery equipment (at hire cost)', 0, '12020483'],
  ['VIL-07', 'Driving Test (private vehicle)', 500, '12020484'],
  ['VIL-08', 'Driving Test (commercial vehicle)', 1000, '12020485'],
];
