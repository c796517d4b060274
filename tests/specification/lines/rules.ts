import { nothing, rule, type Line } from './line.ts';

const journey =
  'e2e/journey: an officer books, the driver pays, the vehicle is cleared, and a restart loses nothing';
const submit =
  'e2e/form: as a booking officer Submit opens once licence or registration, phone, address, name and an offence are there';
const clearing =
  'specification/booking-detail: Clear Vehicle is open only between payment and clearance';
const logout = 'e2e/sign-in: with the portfolio timestamp …, Logout keeps …';
const observer =
  'specification/roles: the observer reads the profile and changes nothing, on screen and over HTTP';

/** Sections 4 and 5. */
export const rules: readonly Line[] = [
  rule(
    186,
    'a booking is paid when a check confirms it',
    'api/journey: a booking is billed, paid at the gateway, confirmed by Check Status and cleared',
    'api/gateway: a failed or abandoned attempt at the gateway pays nothing',
  ),
  rule(
    187,
    'only a paid booking is completed',
    clearing,
    'api/audit: completed without paid is refused by the database, even to its owner',
  ),
  rule(
    188,
    'three labels',
    'e2e/lists: … are labelled …',
    'specification/lists: the card of a booking is coloured by its label',
  ),
  rule(
    189,
    'paying needs a reference and an open bill',
    'e2e/lists: Pay Bill without a payment reference says so',
    'specification/booking-detail: Pay Bill is closed once the bill is paid',
  ),
  rule(
    190,
    'Pay Bill opens the page that the call names',
    journey,
    'specification/booking-detail: Pay Bill sends the bill reference and opens the url of the answer',
  ),
  rule(
    191,
    'Check Status says which',
    journey,
    'e2e/lists: Check Status before the payment says that it isn’t completed',
  ),
  rule(
    192,
    'Clear Vehicle is done once',
    clearing,
    'api/at-once: of twelve clearances of one paid booking exactly one wins',
  ),
  rule(
    192,
    'it sends completed, says so, and a second later /completed follows',
    'specification/booking-detail: 1000 ms after the clearance the app goes to /completed',
  ),
  rule(
    195,
    'two groups of samples',
    'specification/samples: … shows sample rows under its columns',
  ),
  rule(
    198,
    'while it is sent, once it is done',
    journey,
    'specification/collision-form: a collision is recorded with its evidence, and stands first in the list',
  ),
  rule(
    198,
    'and when it failed',
    'e2e/form: as a booking officer a booking whose answer was lost is kept as typed, and sending it again books it once',
    'specification/collision-form: what the server refuses shows in a toast, and the popup is at its top',
  ),
  rule(
    201,
    'any keys mean authenticated',
    'web/store: authenticated means that the user object has any keys',
  ),
  rule(
    202,
    'an expired token ends everything',
    'e2e/sign-in: an expired token clears local storage and leads to the sign-in page',
    'web/session: a token is expired from the very millisecond of its exp',
  ),
  rule(
    203,
    'a valid token is the user',
    'specification/session: the user of a stored token is on screen before the server answers',
    'web/session: a valid token gives the user of its payload, without exp',
  ),
  rule(
    203,
    'an unreadable one is nobody',
    'e2e/sign-in: a token that can’t be decoded counts as nobody',
  ),
  rule(
    204,
    'logging out forgets token, header and user',
    'specification/session: after Logout no request bears the token',
    'web/store: signing out leaves an empty user and says why',
  ),
  rule(
    204,
    'and what local storage keeps',
    logout,
    'web/session: logging out keeps the rest for an hour from the portfolio visit',
  ),
  rule(
    205,
    'the message comes and goes',
    'web/store: a failure sets the message, and the next success clears it',
  ),
  rule(
    208,
    'five states',
    'web/map-loader: the map isn’t loaded until it is asked for, and loads then',
    'web/map-loader: it is loaded once all has settled, though a few tiles are lost',
    'web/map-loader: it has failed when the style or every tile cannot be had',
    'web/map-loader: %i for the style or a tile is an auth failure, early or late',
    'specification/map: while the style comes the map says that it is loading',
  ),
  rule(
    211,
    'three toasts',
    'specification/toasts: adding and changing a user say that it was added and updated',
  ),
  rule(
    215,
    'when Submit opens',
    submit,
    'web/booking-form: submitting is enabled but not without %s, which is then the one open point',
  ),
  rule(
    216,
    'two messages',
    submit,
    'api/money: a booking without an offence is refused in the words of the form',
    'specification/calls: a booking without licence and registration is refused in the words of the form',
  ),
  rule(
    217,
    'offences are fixed',
    'specification/booking-form: the picker offers every offence of the catalogue and nothing else',
    'e2e/form: as a booking officer penalty and amount of a chosen offence stand as text and can’t be edited',
    'api/money: what a client says of price, amount, name, penalty or payment changes nothing',
  ),
  rule(
    218,
    'when a collision can be sent',
    'specification/collision-form: Submit opens once both counts, a vehicle and evidence are there',
    'specification/collision-form: a count is a number of 0 or more',
    'api/collisions: recording refuses %s and keeps nothing',
    'api/collisions: recording counts a number of 0 as filled in and nothing at all as missing',
  ),
  rule(
    219,
    'passwords must match',
    'specification/users: passwords that differ are refused in the words of the document',
  ),
  rule(
    219,
    'an observer can’t add',
    'specification/users: an observer sees the form, and can’t submit it',
  ),
  rule(
    220,
    'what a profile lets be changed, and by whom',
    'specification/profile: Account Type and Email can only be read',
    "api/users-own: one's own record nobody changes their own %s",
    observer,
    'specification/profile: Save Image is closed until a file is chosen',
  ),
  nothing('leaves bounds and messages open', 221),
];
