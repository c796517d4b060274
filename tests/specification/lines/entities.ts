import { rule, type Line } from './line.ts';

const booking = 'specification/fields: a booking comes back with every field that it was sent with';
const collision =
  'api/collisions: recording keeps every field, the evidence and the files of each vehicle';
const groups =
  'features/offences: an offence belongs to the group that its id begins with, and every group has some';
const named = 'specification/fields: the ten groups of the catalogue are these';
const areas = 'specification/state: the area … holds what the document lists';

const group = (line: number, id: string) => rule(line, `the group ${id}`, groups, named);

/** Section 3. */
export const entities: readonly Line[] = [
  rule(
    122,
    'identity and flags',
    'specification/fields: a new booking is unpaid, not completed and bears its time',
  ),
  rule(123, 'the driver', booking),
  rule(124, 'the vehicle', booking),
  rule(125, 'where and by whom', booking),
  rule(126, 'the offences', booking),
  rule(127, 'the confiscations', booking),
  rule(
    128,
    'the price is the sum',
    'api/money: any offences of the catalogue price to their sum, in the order chosen',
  ),
  rule(
    131,
    'the fields of a booked offence',
    'specification/fields: an offence of a booking has these fields and no others',
  ),
  rule(
    132,
    'the fields of a catalogue entry',
    'features/offences: the catalogue has 112 offences, each in the shape that crosses the wire',
    'specification/fields: an entry of the catalogue has code, id, name, amount and penalty',
  ),
  rule(
    133,
    'the revenue head comes from the look-up',
    'web/store: each offence gets the revenue head of its payment code, or none',
  ),
  group(136, 'LGC'),
  group(137, 'LCC'),
  group(138, 'TMS'),
  group(139, 'VDF'),
  group(140, 'ADL'),
  group(141, 'MCL'),
  group(142, 'SPV'),
  group(143, 'MTF'),
  group(144, 'SCC'),
  group(145, 'VIL'),
  rule(
    145,
    'the test of private drivers is in it',
    'specification/constants: a driving test of a private driver stands among the other items',
  ),
  rule(148, 'the collision itself', collision),
  rule(149, 'its vehicles', collision),
  rule(150, 'its witnesses', collision),
  rule(151, 'its officers', collision),
  rule(
    154,
    'a user',
    'specification/fields: a user has these fields, and id is _id',
    'api/audit: no password, hash or token is ever written down',
    'api/users-list: how much is told of a user a password or its hash is never told',
  ),
  rule(155, 'no picture', 'specification/fields: a user without a picture has no-user.jpg'),
  rule(156, 'the guest', 'web/session: the built-in guest token decodes like any other'),
  rule(
    159,
    'counts and revenue for four periods',
    'api/statistics: counts and revenue begin at nothing',
    'api/statistics: counts and revenue are exact at once, before anything is folded and after',
  ),
  rule(
    162,
    'the page of a list in the store',
    'web/area: a list keeps its rows, its total, its pages and when it was loaded',
  ),
  rule(
    165,
    'states with their areas, Abuja too',
    'features/places: there are 36 states and Abuja, with 774 local government areas in all',
    'features/demo-payment: the catalogue and the places are served to whoever is signed in',
  ),
  rule(168, 'who is signed in', 'web/store: authenticated means that the user object has any keys'),
  rule(169, 'the message', 'web/store: a failure sets the message, and the next success clears it'),
  rule(170, 'three areas alike', areas),
  rule(171, 'users', areas),
  rule(172, 'collisions', areas),
  rule(173, 'bookings', areas),
  rule(
    176,
    'a new booking goes to the front, once',
    'web/area: a new booking goes to the front',
    'web/area: a new booking that is already there changes nothing in the list',
    'specification/state: in the store of the product a booking comes first and a user last',
  ),
  rule(
    177,
    'a new user goes to the end, once, and is counted',
    'web/area: a new user goes to the end, and the total grows by 1',
    'web/area: a new user whose id is there is not added, and the total stays',
    'specification/state: in the store of the product a booking comes first and a user last',
  ),
  rule(
    178,
    'a removed one is gone',
    'web/area: a removed request or rider is filtered out by its id',
    'specification/state: a request or rider of the store is removed by its id',
  ),
  rule(
    181,
    'a token holds its end and the user',
    'web/session: a valid token gives the user of its payload, without exp',
    'api/sessions: signing in answers with a token and the user, and the token holds what the screens start with',
  ),
];
