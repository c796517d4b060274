import { nothing, rule, type Line } from './line.ts';

const journey =
  'e2e/journey: an officer books, the driver pays, the vehicle is cleared, and a restart loses nothing';
const entries = 'e2e/roles: the … sees exactly the entries and links of the role';
const hidden = 'e2e/roles: a path that is hidden from the … leads to the dashboard';
const screen = 'specification/routes: … is the screen …';
const leads = 'specification/navigation: each entry of the navigation leads to its path';
const portfolio = 'e2e/sign-in: the portfolio flag shows the welcome popup and stores when it was';

const atPath = (line: number, path: string) => rule(line, `${path} has its screen`, screen);
const entry = (line: number, label: string, who: string) =>
  rule(line, `${label} is for ${who}`, entries, leads);

/** Sections 1 and 2, up to the popups. */
export const screens: readonly Line[] = [
  nothing('says what the product is for', 3),
  rule(
    7,
    'staff sign in before anything else',
    'specification/routes: every path but the two of the sign-in leads to /signin without a session',
  ),
  rule(
    8,
    'a booking holds one fine or several of the catalogue',
    journey,
    'api/money: a booking without an offence is refused in the words of the form',
  ),
  rule(
    9,
    'a bill is paid, the payment checked, the vehicle cleared',
    journey,
    'api/journey: a booking is billed, paid at the gateway, confirmed by Check Status and cleared',
  ),
  rule(
    10,
    'a collision is recorded with its evidence',
    'specification/collision-form: a collision is recorded with its evidence, and stands first in the list',
  ),
  rule(
    11,
    'accounts are managed in the admin area',
    'specification/users: a state admin adds a user, who then signs in',
  ),
  rule(
    12,
    'the dashboard shows counts, revenue, activity, personnel, map and feed',
    'specification/dashboard: the dashboard shows its panels to every role',
  ),
  rule(
    13,
    'insurance, driving tests and reports are samples',
    'specification/samples: the sample screens make no call of their own',
  ),
  rule(
    14,
    'everybody edits their own profile and picture',
    'specification/profile: Save Changes keeps what was typed, over a reload',
    'specification/profile: a chosen picture is saved by Save Image and shown in the profile block',
  ),
  rule(
    16,
    'the guest signs in without a call',
    'e2e/sign-in: the guest signs in without a call and sees demo records',
  ),
  rule(
    16,
    'the portfolio flag shows the welcome popup, which else stays hidden',
    portfolio,
    'e2e/sign-in: without the flag there is no popup and no timestamp',
  ),
  rule(
    21,
    'all but the sign-in paths need a session, and other paths too',
    'specification/routes: every path but the two of the sign-in leads to /signin without a session',
    'e2e/roles: an unknown address is the layout with "Not found"',
  ),
  rule(
    21,
    'another path is seen from its top',
    'specification/routes: another path is seen from its top',
  ),
  atPath(25, '/'),
  atPath(26, '/map'),
  atPath(27, '/unpaid'),
  atPath(28, '/paid'),
  atPath(29, '/completed'),
  atPath(30, '/collisions'),
  atPath(31, '/drivers'),
  atPath(32, '/unpaid-insurance'),
  atPath(33, '/insurance'),
  atPath(34, '/report'),
  atPath(35, '/admin'),
  rule(35, 'and only two roles open it', hidden, 'e2e/roles: the … opens the users page'),
  atPath(36, '/profile'),
  rule(
    37,
    'the sign-in page offers a forgotten password and wakes the server',
    'specification/routes: /signin has the fields Email and Password, the button Login and the ways around them',
    'e2e/sign-in: the wake call removes the wake flag once the server answered',
  ),
  rule(
    38,
    'the reset page has a heading and a button of its own',
    'specification/routes: /resetpassword has the heading Reset your password and the button Reset',
  ),
  entry(42, 'Base', 'everyone'),
  entry(43, 'Live Map', 'all but operators'),
  entry(44, 'Unpaid Booking', 'everyone'),
  entry(45, 'Paid & Awaiting Clearance', 'all but operators'),
  entry(46, 'Completed', 'all but operators'),
  entry(47, 'Collisions', 'everyone'),
  entry(48, 'Unpaid Insurance', 'all but operators'),
  entry(49, 'Regularised Insurance', 'all but operators'),
  entry(50, 'Reports', 'all but operators'),
  entry(51, 'Admin', 'state admin and observer'),
  entry(52, 'Profile', 'everyone'),
  rule(
    53,
    'Logout ends the session and leads to the top of the sign-in page',
    'e2e/sign-in: with the portfolio timestamp …, Logout keeps …',
    'e2e/sign-in: Logout ends the session at the server too',
  ),
  rule(
    55,
    'on a small screen the entries are a menu, which any of them closes',
    'specification/navigation: on a small screen the navigation is a menu that every entry closes',
  ),
  rule(
    55,
    'the active entry is white, the others are light blue',
    'specification/navigation: the active entry is highlighted white, the others are light blue',
  ),
];
