import { correctedFields } from '#contract/booking-corrections.ts';
import { bookingColumns } from '#server/db/booking-columns.ts';
import { found, harmless, type Lie, refused, scene } from './lying-scene.ts';

/** What a change of a column is, where nobody need notice it. */
const reasons = {
  signsIn: 'It lets somebody sign in or not: what they do then stands in the trail.',
  seen: 'When something was seen or used last decides nothing.',
  work: 'It says how far a chore has come, and the chore looks again.',
  asked: 'The payment gateway is asked again; what it answers has rows of its own.',
  when: 'The trail says when; this is shown beside it, and counts nothing.',
};

const all = (table: string, columns: string, lie: Lie): Record<string, Lie> =>
  Object.fromEntries(columns.split(' ').map((column) => [`${table}.${column}`, lie]));

/** Some other value of a text column. */
const otherText = (table: string, columns: string, where: () => string, finding: RegExp) =>
  Object.fromEntries(
    columns
      .split(' ')
      .map((column) => [
        `${table}.${column}`,
        found(() => `update ${table} set ${column} = 'Other' where ${where()}`, finding),
      ]),
  );

const ofTicket = () => `id = '${scene.unpaid}'`;
const untold = /The trail does not say why .* changes/;

const aTicket = (set: string, finding: RegExp) =>
  found(() => `update bookings set ${set} where ${ofTicket()}`, finding);

const staysAsSent = /stays as it was sent/;

const atFault = (set: string) =>
  found(
    () => `update messages set ${set} where id = '${scene.fault}'`,
    /^Message .* was at fault, and tells no operator\.$/,
  );

const corrected = correctedFields.map((field) => bookingColumns[field]);
const persons: readonly string[] = ['name', 'license', 'phone_no', 'address'];

/** Every column that the application may change, and who finds a change that nobody made. */
export const changedColumns: Readonly<Record<string, Lie>> = {
  ...otherText(
    'bookings',
    corrected.filter((column) => !persons.includes(column) && column !== 'registration').join(' '),
    ofTicket,
    /describes vehicle, place or driver otherwise than the trail says/,
  ),
  ...otherText('bookings', persons.join(' '), ofTicket, /names another person/),
  'bookings.registration': aTicket(`registration = 'KAD-999ZZ'`, /names another vehicle/),
  'bookings.former': found(
    () => `update bookings set former = '' where id = '${scene.corrected}'`,
    /is no longer found by what it said before a correction/,
  ),
  'bookings.shown_version': found(
    () => `update bookings set shown_version = null where id = '${scene.shown}'`,
    /forgot that it was shown/,
  ),
  'bookings.version': refused(
    () => `update bookings set version = 9 where ${ofTicket()}`,
    /can't be corrected/,
  ),
  'bookings.corrected_at': found(
    () => `update bookings set corrected_at = '2001-01-01' where id = '${scene.corrected}'`,
    /was corrected at another time/,
  ),
  'bookings.language': aTicket(
    `language = 'yo'`,
    /describes vehicle, place or driver otherwise than the trail says/,
  ),
  'bookings.due_day': aTicket(`due_day = '2999-01-01'`, /is due on another day/),
  'bookings.paid': refused(
    () => `update bookings set paid = true where ${ofTicket()}`,
    /has no confirmed payment of its price/,
  ),
  'bookings.completed': refused(
    () => `update bookings set completed = true where ${ofTicket()}`,
    /is not paid|check constraint/,
  ),
  'bookings.completed_at': refused(
    () => `update bookings set completed_at = '2001-01-01' where id = '${scene.cleared}'`,
    /was cleared, and stays so/,
  ),
  'bookings.completed_by': refused(
    () => `update bookings set completed_by = '${scene.headId}' where id = '${scene.cleared}'`,
    /was cleared, and stays so/,
  ),
  'duties.ended_at': found(
    () => `update duties set ended_at = '2999-01-01' where until is not null`,
    /^Duty .* stands otherwise than the trail says\.$/,
  ),
  'bookings.bill_ref': refused(
    () => `update bookings set bill_ref = 'OTHER' where ${ofTicket()}`,
    /./,
  ),
  'bookings.bill_gateway': aTicket(`bill_gateway = 'paystack'`, /has another bill/),
  ...all('bookings', 'bill_asked_at bill_problem', harmless(reasons.asked)),
  'bookings.bill_page': harmless('Only a page of the gateway’s own address is opened.'),
  'bill_checks.answered_at': harmless(reasons.asked),
  'collision_vehicles.vehicle_file': refused(
    () => 'update collision_vehicles set vehicle_file = (select id from files limit 1)',
    /never exchanged/,
  ),
  'coming_files.file_id': refused(
    () => `update coming_files set file_id = (select id from files limit 1)`,
    untold,
  ),
  'coming_files.unreadable_at': harmless('Its bytes are kept, and read again.'),
  ...otherText(
    'contacts',
    'phone whatsapp office hours bring',
    () => 'true',
    /The contacts of Kaduna are others/,
  ),
  'contacts.changed_by': found(
    () => `update contacts set changed_by = '${scene.headId}'`,
    /The contacts of Kaduna are others/,
  ),
  'logos.changed_by': found(
    () => `update logos set changed_by = '${scene.headId}'`,
    /The logo of Kaduna is another/,
  ),
  'language_choices.offered': found(
    () => `update language_choices set offered = '{yo}'`,
    /The languages of Kaduna are others/,
  ),
  'language_choices.plain_letters': found(
    () => `update language_choices set plain_letters = not plain_letters`,
    /The languages of Kaduna are others/,
  ),
  'language_choices.changed_by': found(
    () => `update language_choices set changed_by = '${scene.headId}'`,
    /The languages of Kaduna are others/,
  ),
  'translations.speaker': found(
    () => `update translations set speaker = 'Somebody else'`,
    /The ha sentences of Kaduna are others/,
  ),
  'translations.changed_by': found(
    () => `update translations set changed_by = '${scene.headId}'`,
    /The ha sentences of Kaduna are others/,
  ),
  'translations.many': harmless('The sentence itself says how it is counted.'),
  ...all('language_choices', 'changed_at', harmless(reasons.when)),
  ...all('translations', 'changed_at', harmless(reasons.when)),
  'contacts.changed_at': harmless(reasons.when),
  'logos.changed_at': harmless(reasons.when),
  ...all('devices', 'session_id agent last_seen_at changed_at', harmless(reasons.seen)),
  ...all(
    'devices',
    'certificate state valid_until',
    harmless('What a ticket proves is in the certificate, which only the authority’s key signs.'),
  ),
  ...otherText('notices', 'bill_ref gateway', () => 'true', /^Notice /),
  ...all('notices', 'id event received_at settled_at', harmless(reasons.asked)),
  'obligations.due_day': refused(() => `update obligations set due_day = '2999-01-01'`, untold),
  'obligations.waived_by': found(
    () => `update obligations set state = 'waived', waived_by = '${scene.headId}', reason = '.',
             acted_by = '${scene.adminId}', acted_at = now()`,
    /The obligation .* stands otherwise/,
  ),
  ...all('revenue_heads', 'refreshed_at', harmless(reasons.asked)),
  'revenue_heads.revenue_code': found(
    () => `update revenue_heads set revenue_code = revenue_code || 'X'`,
    /^Revenue head /,
  ),
  ...all('totp_keys', 'secret last_step', harmless(reasons.signsIn)),
  ...all('passkeys', 'counter last_used_at', harmless(reasons.seen)),
  'disputes.answer_due': found(
    () => `update disputes set answer_due = '2999-01-01'`,
    /^The dispute of booking .* stands otherwise than the trail says\.$/,
  ),
  'users.active': found(
    () => `update users set active = false where id = '${scene.headId}'`,
    /is open or closed, unlike the trail says/,
  ),
  'users.email': found(
    () => `update users set email = 'other@hanya.test' where id = '${scene.headId}'`,
    /has another email address/,
  ),
  'users.last_name': found(
    () => `update users set last_name = 'Other' where id = '${scene.headId}'`,
    /has another name/,
  ),
  'users.role': found(
    () => `update users set role = 'observer' where id = '${scene.headId}'`,
    /has another role/,
  ),
  'users.state': found(
    () => `update users set state = 'Ogun', zone = 'Abeokuta South' where id = '${scene.headId}'`,
    /works elsewhere/,
  ),
  'users.zone': found(
    () => `update users set zone = 'Kafanchan' where id = '${scene.headId}'`,
    /works elsewhere/,
  ),
  'users.factor_reset_asked_at': found(
    () => `update users set factor_reset_asked_at = now() where id = '${scene.headId}'`,
    /has asked for its second factors/,
  ),
  ...all(
    'users',
    'phone username password_hash',
    refused(
      () => `update users set phone = '1', username = 'other', password_hash = 'x'
             where id = '${scene.headId}'`,
      untold,
    ),
  ),
  'users.picture': refused(
    () => `update users set picture = (select id from files limit 1) where id = '${scene.headId}'`,
    untold,
  ),
  'users.own_password': harmless('Its last row says who set the password.'),
  'users.language': harmless(
    'It says in which language the owner’s forms speak, and decides nothing.',
  ),
  'users.last_active': harmless(reasons.seen),
  'messages.state': found(
    () => `update messages set state = 'stopped' where id = '${scene.message}'`,
    /was stopped, and nothing stops it/,
  ),
  'messages.due_at': found(
    () => `update messages set due_at = '2999-01-01' where id = '${scene.message}'`,
    /^Message .* waits for longer than any does\.$/,
  ),
  'messages.begun_at': refused(
    () => `update messages set begun_at = now() where id = '${scene.message}'`,
    staysAsSent,
  ),
  'messages.reason': atFault(`reason = ''`),
  'messages.troubled_at': atFault('troubled_at = null'),
  'messages.sent_at': found(
    () => `update messages set sent_at = '2001-01-01' where id = '${scene.sent}'`,
    /^Message .* was sent at another time than the trail says\.$/,
  ),
  'messages.gateway_id': refused(
    () => `update messages set gateway_id = 'other' where id = '${scene.sent}'`,
    staysAsSent,
  ),
  ...Object.fromEntries(
    ['recipient', 'body', 'template', 'parts', 'estimate_kobo', 'gateway'].map((column) => [
      `messages.${column}`,
      refused(
        () => `update messages set ${column} = '9' where id = '${scene.message}'`,
        staysAsSent,
      ),
    ]),
  ),
  ...all(
    'messages',
    'cost currency',
    harmless('The gateway’s invoice says what it costs: nothing is paid by what is shown here.'),
  ),
  ...all(
    'report_mails',
    'done_at problem',
    harmless('Whoever misses the mail opens the report, which is the same on its screen.'),
  ),
  'report_mails.begun_at': harmless('One that was begun and not done raises an alarm.'),
  'saved_views.query': refused(() => `update saved_views set query = '{}'`, untold),
  'saved_views.shared': refused(() => 'update saved_views set shared = not shared', untold),
  'saved_views.removed_at': refused(() => 'update saved_views set removed_at = now()', untold),
  ...Object.fromEntries(
    Object.entries({
      rhythm: `'monday'`,
      hour: '9',
      form: `'link'`,
      recipients: `array['x']`,
      until: `'2999-01-01'`,
      sends_nothing: 'false',
      ended: `'Over.'`,
    }).map(([column, other]) => [
      `report_schedules.${column}`,
      refused(() => `update report_schedules set ${column} = ${other}`, untold),
    ]),
  ),
};
