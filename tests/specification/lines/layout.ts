import { rule, type Line } from './line.ts';

const journey =
  'e2e/journey: an officer books, the driver pays, the vehicle is cleared, and a restart loses nothing';
const entries = 'e2e/roles: the … sees exactly the entries and links of the role';
const screen = 'specification/routes: … is the screen …';

/** Section 2, from the shared layout to the booking detail. */
export const layout: readonly Line[] = [
  rule(
    58,
    'the header names the authority and holds the links',
    'specification/navigation: the header names the authority',
    entries,
  ),
  rule(
    59,
    'name, role and picture stand in the profile block',
    'specification/navigation: the profile block shows name and role',
    'specification/profile: a chosen picture is saved by Save Image and shown in the profile block',
  ),
  rule(60, 'the side navigation is part of every screen', screen),
  rule(
    61,
    'the popups have these titles',
    'specification/samples: the link Insurance opens Vehicle Insurance, which does nothing',
    'specification/samples: Driving Test opens from its screen, and does nothing',
    'specification/navigation: the links Booking and Collision open New Booking Form and New Collision Form',
  ),
  rule(
    64,
    'the sign-in page has its fields, ways around them and a red alert',
    'specification/routes: /signin has the fields Email and Password, the button Login and the ways around them',
    'specification/routes: what the server says against a sign-in stands in a red alert',
    'e2e/sign-in: a forgotten password is set anew with the link of the mail',
  ),
  rule(
    67,
    'the select offers four organisations',
    'specification/dashboard: the select offers the four organisations, and those out of scope can’t be chosen',
  ),
  rule(
    68,
    'counts and revenue of four periods',
    'specification/dashboard: counts and revenue stand under Day, Week, Month and Year, as the server counts them',
  ),
  rule(
    69,
    'activities',
    'specification/dashboard: Recent Activities tell of a booking that was just made',
  ),
  rule(
    70,
    'personnel',
    'specification/dashboard: Personnel shows colleagues with their last-active time, and who never signed in',
  ),
  rule(
    71,
    'the map on the dashboard',
    'specification/dashboard: the dashboard shows its panels to every role',
  ),
  rule(
    72,
    'the feed holds twelve bookings',
    'specification/dashboard: the Live feed shows the latest 12 bookings',
  ),
  rule(
    72,
    'an item opens the booking to be read, under the first name',
    'specification/dashboard: an item of the feed opens its booking to be read only, titled with the first name',
  ),
  rule(
    72,
    'and it is live: what is made elsewhere comes by itself, once, whatever happens to the line',
    'specification/live: a booking made in one browser shows in the feed, the counts and the list of another',
    'specification/live: a list that is looked at tells of a booking that came meanwhile',
    'specification/live: a device that was offline misses nothing and shows nothing twice',
    'specification/live: a server that was away misses nothing of the feed and shows nothing twice',
  ),
  rule(
    75,
    'the unpaid page has the map and the list',
    'specification/map: the unpaid page shows the live map beside its list',
  ),
  rule(
    78,
    'five sections',
    'specification/booking-form: the form has the sections A to E, with every field of a booking',
  ),
  rule(
    78,
    'offences come from the catalogue alone, with penalty and amount fixed',
    'specification/booking-form: the picker offers every offence of the catalogue and nothing else',
    'e2e/form: as a booking officer penalty and amount of a chosen offence stand as text and can’t be edited',
  ),
  rule(
    78,
    'Submit shows that it works; then the popup closes and /unpaid follows',
    'e2e/form: as a booking officer a booking whose answer was lost is kept as typed, and sending it again books it once',
    journey,
  ),
  rule(81, 'five sections', 'specification/collision-form: the form has the sections A to E'),
  rule(
    81,
    'pictures and a video as evidence',
    'specification/collision-form: evidence takes images, and the video a video',
  ),
  rule(
    81,
    'only another perpetrator is described',
    'specification/collision-form: the perpetrator is described only when it is other',
  ),
  rule(
    81,
    'then the popup closes and /collisions follows',
    'specification/collision-form: a collision is recorded with its evidence, and stands first in the list',
  ),
  rule(
    84,
    'Add New User opens a form with the fields of a user, password, confirmation and picture',
    'specification/users: Add New User opens a form with the fields of a user, a password twice and a picture',
  ),
  rule(
    87,
    'three actions',
    'specification/booking-detail: the detail offers Pay Bill, Check Status and Clear Vehicle',
  ),
];
