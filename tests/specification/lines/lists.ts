import { rule, type Line } from './line.ts';

const turns = 'e2e/lists: a list counts, turns its pages and changes their size';
const labelled = 'e2e/lists: … are labelled …';
const colour = 'specification/lists: the card of a booking is coloured by its label';

/** The rest of section 2: lists, reports and the profile. */
export const lists: readonly Line[] = [
  rule(
    90,
    'a title and a count, singular for one',
    turns,
    'e2e/lists: one record is counted in the singular',
  ),
  rule(
    91,
    'a search box',
    'e2e/lists: nothing found is said, and the search can be cleared',
    'api/lists: search finds a name, plate, phone, second phone, licence, reference and bill reference',
  ),
  rule(92, 'four page sizes, ten at first, from page 1', turns),
  rule(
    93,
    'a pager driven by the total pages',
    turns,
    'e2e/lists: a page beyond the end lands on the last',
  ),
  rule(
    94,
    'loading is shown',
    'specification/lists: a list says that it is loading until its rows are there',
  ),
  rule(
    95,
    'only the users have Add New User',
    'specification/users: Add New User stands on the list of users and on no other',
  ),
  rule(98, 'the columns and card of unpaid bookings', turns, colour),
  rule(98, 'nothing found', 'e2e/lists: nothing found is said, and the search can be cleared'),
  rule(
    98,
    'a row opens the detail',
    'e2e/lists: a booking is found by its reference, the id from character 10, and by its own address',
  ),
  rule(99, 'paid ones are green', labelled, colour),
  rule(100, 'completed ones are dark', labelled, colour),
  rule(
    101,
    'the columns of accidents',
    'specification/collisions: the list has its columns, and a red card with the first vehicle',
  ),
  rule(
    101,
    'nothing found, in the words of this list',
    'specification/collisions: an empty list says No items Found',
  ),
  rule(
    101,
    'the reference is the id without five characters',
    'specification/collisions: the reference is the id without its first 5 characters',
    'web/money: a collision reference is the id without its first 5 characters',
  ),
  rule(
    102,
    'driving tests are sample rows',
    'specification/samples: … shows sample rows under its columns',
  ),
  rule(
    103,
    'insurance is sample rows',
    'specification/samples: … shows sample rows under its columns',
  ),
  rule(
    104,
    'the columns of users, and their card',
    'specification/users: the list has its columns, and a card with name, state, role and zone',
    'specification/users: without a zone the card says Hq',
  ),
  rule(
    105,
    'the reference is the id from character 10',
    'e2e/lists: a booking is found by its reference, the id from character 10, and by its own address',
    'web/money: a booking reference is the id from character 10 onward',
  ),
  rule(
    108,
    'the reports make no call',
    'specification/samples: the sample screens make no call of their own',
  ),
  rule(109, 'five totals', 'specification/samples: the reports show totals, a legend and presets'),
  rule(
    110,
    'seven kinds of report',
    'specification/samples: the reports show totals, a legend and presets',
  ),
  rule(
    111,
    'presets of four years in four steps',
    'specification/samples: the reports show totals, a legend and presets',
  ),
  rule(
    114,
    'role and email can only be read',
    'specification/profile: Account Type and Email can only be read',
  ),
  rule(
    115,
    'six fields can be changed and saved',
    'specification/profile: Save Changes keeps what was typed, over a reload',
    'specification/profile: State and Zone Restriction narrow the account once that is confirmed',
  ),
  rule(
    116,
    'a picture is captured or picked, then saved',
    'specification/profile: a chosen picture is saved by Save Image and shown in the profile block',
    'specification/profile: Capture takes the picture with the camera',
  ),
  rule(
    117,
    'the password fields do nothing',
    'specification/profile: the fields of Change Password do nothing',
  ),
];
