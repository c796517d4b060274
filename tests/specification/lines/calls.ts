import { nothing, rule, type Line } from './line.ts';

const entries = 'e2e/roles: the … sees exactly the entries and links of the role';
const journey =
  'specification/roles: the … sees every screen of the role, and is refused every other';
const http =
  'specification/roles: over HTTP the … may do what the role may, and is refused everything else';
const hidden = 'e2e/roles: a path that is hidden from the … leads to the dashboard';
const listed = 'specification/calls: the call … … is served';
const sent =
  'specification/queries: the list at … asks with limit, page, its filters and its search';
const observer =
  'specification/roles: the observer reads the profile and changes nothing, on screen and over HTTP';

/** Sections 6 and 7. */
export const calls: readonly Line[] = [
  rule(
    225,
    'six roles',
    journey,
    http,
    'features/demo: there is one account a role, each opened by the demo password and marked as demo',
  ),
  rule(229, 'operators see five entries', entries, hidden, journey),
  rule(230, 'two roles see Admin', entries, journey),
  rule(
    231,
    'observers only read',
    observer,
    'specification/users: an observer sees the form, and can’t submit it',
  ),
  rule(232, 'the others see all but Admin', entries, journey),
  rule(
    233,
    'the guest sees demo records and changes nothing',
    'api/guest-and-demo: a guest sees demo records only',
    'api/guest-and-demo: a guest changes nothing, and is told so in a sentence',
  ),
  rule(235, 'the users page is for two roles', hidden, journey),
  rule(
    236,
    'without a session one signs in',
    'specification/routes: every path but the two of the sign-in leads to /signin without a session',
  ),
  nothing('leaves further limits open', 237),
  rule(
    241,
    'one host',
    'specification/session: all calls go to the host of the page, with the token in the header',
  ),
  rule(
    241,
    'the token goes along while it is held',
    'specification/session: all calls go to the host of the page, with the token in the header',
    'specification/session: after Logout no request bears the token',
  ),
  rule(
    241,
    'no time limit',
    'specification/session: a call is waited for, however long the answer takes',
  ),
  rule(
    241,
    'a flag is cleared after each booking call',
    'specification/state: the loading flag is cleared after a booking call, whether it went well or not',
  ),
  rule(
    241,
    'failures are handled in one place',
    'web/store: a failure sets the message, and the next success clears it',
  ),
  rule(
    247,
    'signing in',
    listed,
    'api/sessions: signing in answers with a token and the user, and the token holds what the screens start with',
    'e2e/sign-in: the guest signs in without a call and sees demo records',
    'specification/calls: a mode of /auth that does not exist is a 404',
  ),
  rule(
    248,
    'asking for a reset',
    listed,
    'api/reset: a mail with a link under the public address is really written',
  ),
  rule(
    249,
    'resetting signs in',
    listed,
    'api/reset: the link sets the new password, signs in, and ends every other session',
    'e2e/sign-in: a forgotten password is set anew with the link of the mail',
  ),
  rule(
    250,
    'waking',
    listed,
    'e2e/sign-in: the wake call removes the wake flag once the server answered',
    'specification/session: a wake call that fails is ignored',
  ),
  rule(
    251,
    'reading a user',
    listed,
    'api/roles: a record of a user is open to its owner in full, whatever the role',
  ),
  rule(
    252,
    'changing a user',
    listed,
    "api/users-own: one's own record names, user name and phone can be changed, and the audit trail says what was and is",
  ),
  rule(
    253,
    'a picture',
    listed,
    'specification/profile: a chosen picture is saved by Save Image and shown in the profile block',
  ),
  rule(
    254,
    'listing users',
    listed,
    sent,
    'specification/queries: Personnel asks for those who were active last',
    'api/users-list: order and pages sort=-lastActive puts the latest first and those who never signed in last',
    'api/users-list: order and pages pages hold everybody once, with the total and the ways on and back',
  ),
  rule(
    255,
    'adding a user',
    listed,
    'specification/users: a state admin adds a user, who then signs in',
  ),
  rule(
    261,
    'booking',
    listed,
    'specification/fields: a booking comes back with every field that it was sent with',
  ),
  rule(
    262,
    'clearing',
    listed,
    'api/journey: a booking is billed, paid at the gateway, confirmed by Check Status and cleared',
  ),
  rule(
    263,
    'listing bookings',
    listed,
    sent,
    'specification/queries: the feed asks for 12 bookings',
    'api/lists: filters paid and completed each tell the three lists apart',
    'web/area: %i rows at %i a page make %i pages',
    'web/area: a list keeps its rows, its total, its pages and when it was loaded',
  ),
  rule(
    264,
    'counts',
    listed,
    'api/statistics: counts and revenue begin at nothing',
    'api/statistics: counts and revenue are exact at once, before anything is folded and after',
  ),
  rule(
    265,
    'revenue',
    listed,
    'api/statistics: counts and revenue begin at nothing',
    'api/statistics: counts and revenue are exact at once, before anything is folded and after',
  ),
  rule(
    266,
    'starting a payment',
    listed,
    'specification/booking-detail: Pay Bill sends the bill reference and opens the url of the answer',
    'specification/state: the started payment and the last check are kept',
  ),
  rule(
    267,
    'a sweep of the open bills',
    listed,
    'api/gateway: a sweep finds what was paid, once a minute for an organisation, and writes it as the product',
    'specification/queries: the unpaid page starts a sweep of the open bills',
  ),
  rule(
    268,
    'checking one',
    listed,
    'specification/state: the started payment and the last check are kept',
  ),
  rule(
    274,
    'recording a collision',
    listed,
    'api/collisions: recording keeps every field, the evidence and the files of each vehicle',
    'api/collisions: recording takes a video alone as evidence',
  ),
  rule(
    275,
    'listing collisions',
    listed,
    sent,
    'api/collisions-list: the list is newest first, in pages',
    'api/collisions-list: the list finds driver, plate, location and reference, whatever the case, and takes % and _ literally',
  ),
  rule(
    278,
    'revenue heads',
    listed,
    'web/store: each offence gets the revenue head of its payment code, or none',
    'specification/session: revenue heads that can’t be had are only logged',
  ),
  rule(
    281,
    'the map asks the browser where it is',
    'e2e/map: the browser’s position is shown, and why it cannot be',
    'e2e/map: the map is loaded, and says whose it is',
  ),
  nothing('says that paths are not shown', 282),
];
