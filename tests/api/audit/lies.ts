import { ulid } from 'ulid';
import { closingLies } from './closing-lies.ts';
import { collisionLies } from './collision-lies.ts';
import { copyOf, found, harmless, type Lie, refused, rights, scene } from './lying-scene.ts';

const signsInOnly: Lie = {
  harmless:
    'It lets somebody sign in or not: what they do then stands in the trail, in two names at worst.',
  ofAll: true,
};

const aSettlement = () =>
  copyOf(
    'proposals',
    {
      id: ulid(),
      kind: 'settlement',
      subject: scene.exception,
      body: { decision: 'noted', billRef: null },
      reason: 'All well.',
    },
    `id = '${scene.proposal}'`,
  );

/** By table and right of the application's role, and after a comma the kind of row. */
export const lies: Readonly<Record<string, Lie>> = {
  'alarms INSERT': harmless('A process tells an alarm whoever wrote its row, and ends it.'),
  'alarms DELETE': harmless('It is told anew.'),
  ...rights('attempts', 'Limits hold callers back, not whoever has the password.'),
  'audit INSERT': found(
    () => `insert into audit (record_type, record_id, number, event, actor_role, address, at, salt,
             digest, previous_hash, hash)
           values ('view', 'forged', 1, 'view.saved', 'system', '', now(), '', '', '', 'x')`,
    /^Row 1 of view forged was changed\.$/,
  ),
  'bill_checks UPDATE': found(
    () => `update bill_checks set next_check_at = '2999-01-01', checked_at = now()`,
    /^Booking .* has an open bill that no sweep asks about\.$/,
  ),
  'bill_checks DELETE': found(
    () => 'delete from bill_checks',
    /^Booking .* has an open bill that no sweep asks about\.$/,
  ),
  'booking_offences INSERT': refused(
    () => copyOf('booking_offences', { line: 9 }, `booking_id = '${scene.unpaid}'`),
    /are fixed: its bill was asked for/,
  ),
  'booking_files INSERT': found(
    () =>
      `insert into files (id, kind, content_type, bytes, sha256)
       values ('PICTURED', 'picture', 'image/webp', 1, '${'0'.repeat(64)}');
       insert into booking_files values ('${ulid()}', '${scene.unpaid}', 'scene', null, 'PICTURED')`,
    /^Booking .* has a picture that no row names\.$/,
  ),
  'booking_offences UPDATE': found(
    () => `update booking_offences set mdas_id = 999 where booking_id = '${scene.unpaid}'`,
    /^Booking .* names a revenue head that the gateway never told\.$/,
  ),
  'case_files INSERT': found(
    () =>
      `insert into files (id, kind, content_type, bytes, sha256)
       values ('CASE', 'case file', 'application/pdf', 1, '${'0'.repeat(64)}');
       insert into case_files values ('CF-0123456789', '${scene.unpaid}', 'CASE', '${scene.adminId}', now())`,
    /^Case file CF-0123456789 has other bytes than the trail says\.$/,
  ),
  'bookings INSERT': found(
    () =>
      copyOf('bookings', {
        id: ulid(),
        bill_ref: null,
        bill_gateway: null,
        ticket_code: 'A'.repeat(18),
      }),
    /^Booking .* has no row that says booking\.made\.$/,
  ),
  'bookings UPDATE': found(
    () => `update bookings set withdrawn_at = now(), withdrawn_reason = '.', withdrawn_by = '${scene.adminId}'
           where id = '${scene.unpaid}'`,
    /^Booking .* has no row that says booking\.withdrawn\.$/,
  ),
  ...rights('breakages', 'What browsers report is no record.'),
  ...rights('breakage_accounts', 'What browsers report is no record.'),
  'collision_files INSERT': found(
    () =>
      copyOf('collision_files', { line: 9, collision_id: scene.collision, file_id: 'FORGED' }).then(
        (copy) => `insert into files (id, kind, content_type, bytes, sha256)
                   values ('FORGED', 'picture', 'image/webp', 1, '${'0'.repeat(64)}'); ${copy}`,
      ),
    /^Collision .* has other evidence than the trail says\.$/,
  ),
  'collision_officers INSERT': found(
    () => `insert into collision_officers values ('${scene.collision}', 1, 'other', '', '')`,
    /^Collision .* names other people or vehicles than the trail says\.$/,
  ),
  'collision_vehicles INSERT': found(
    () => copyOf('collision_vehicles', { line: 9, plate: '' }),
    /^Collision .* names other people or vehicles than the trail says\.$/,
  ),
  'collision_vehicles UPDATE': refused(
    () => 'update collision_vehicles set driver_file = (select id from files limit 1)',
    /never exchanged/,
  ),
  ...collisionLies,
  'collision_witnesses INSERT': found(
    () =>
      `insert into collision_witnesses values ('${scene.collision}', 1, 'driver', 'So', '', '')`,
    /^Collision .* names other people or vehicles than the trail says\.$/,
  ),
  'collisions INSERT': found(
    () => copyOf('collisions', { id: ulid() }),
    /^Collision .* has no row that says collision\.recorded\.$/,
  ),
  'coming_files INSERT': harmless('What is announced is no evidence until a row says it came.'),
  'coming_files UPDATE': found(
    () =>
      `update coming_files set given_up_at = now(), given_up_reason = '.' where id = '${scene.coming}'`,
    /^Collision .* gave up a file, and no row says so\.$/,
  ),
  'contacts INSERT': found(
    () => copyOf('contacts', { organisation: 'Ogun' }),
    /^The contacts of Ogun are others than the trail says\.$/,
  ),
  'contacts UPDATE': found(
    () => `update contacts set name = 'Somebody else'`,
    /^The contacts of Kaduna are others than the trail says\.$/,
  ),
  'language_choices INSERT': found(
    () => copyOf('language_choices', { organisation: 'Ogun' }),
    /^The languages of Ogun are others than the trail says\.$/,
  ),
  'language_choices UPDATE': found(
    () => `update language_choices set shows_unconfirmed = not shows_unconfirmed`,
    /^The languages of Kaduna are others than the trail says\.$/,
  ),
  'translations INSERT': found(
    () => copyOf('translations', { organisation: 'Ogun' }),
    /^The ha sentences of Ogun are others than the trail says\.$/,
  ),
  'translations UPDATE': found(
    () => `update translations set forms = '{Biya}'`,
    /^The ha sentences of Kaduna are others than the trail says\.$/,
  ),
  'logos INSERT': found(
    () => copyOf('logos', { organisation: 'Ogun' }),
    /^The logo of Ogun is another than the trail says\.$/,
  ),
  'logos UPDATE': found(
    () => 'update logos set file_id = (select id from files where id <> file_id limit 1)',
    /^The logo of Kaduna is another than the trail says\.$/,
  ),
  'devices INSERT': found(
    () => copyOf('devices', { id: '0'.repeat(16) }),
    /^Device 0+ has no row that says user\.device-certified\.$/,
  ),
  'devices UPDATE': found(
    () =>
      `update devices set revoked_at = now(), revoked_by = '${scene.adminId}' where id = '${scene.device}'`,
    /^Device .* is in use or revoked, unlike the trail says\.$/,
  ),
  'devices DELETE': found(
    () => 'delete from devices where revoked_at is not null',
    /^Device .* was forgotten before its time\.$/,
  ),
  'proposals INSERT, fee': found(
    () =>
      copyOf(
        'proposals',
        {
          id: ulid(),
          subject: 'LGC-17 2099-01-01',
          body: { offence: 'LGC-17', from: '2099-01-01', kobo: 0 },
        },
        `id = '${scene.proposal}'`,
      ),
    /^The proposed fee .* has no row that says fee\.proposed\.$/,
  ),
  'proposals UPDATE, fee': found(
    () => `update proposals set outcome = 'taken back', decided_by = proposed_by, decided_at = now()
           where id = '${scene.proposal}'`,
    /^The proposed fee .* was decided otherwise than the trail says\.$/,
  ),
  'files INSERT': harmless('A file is evidence by the lines of its collision alone.'),
  'holidays UPDATE': refused(
    () => 'update holidays set moved_at = now()',
    /stands as two people confirmed it/,
  ),
  'late_records INSERT': found(
    () =>
      copyOf('late_records', {
        id: ulid(),
        let_in: true,
        reason: '.',
        decided_by: scene.adminId,
        decided_at: new Date(),
      }),
    /^Late record .* was decided otherwise than the trail says\.$/,
  ),
  'late_records UPDATE': found(
    () =>
      `update late_records set let_in = true, reason = '.', decided_by = '${scene.adminId}', decided_at = now()`,
    /^Late record .* was decided otherwise than the trail says\.$/,
  ),
  'lookups INSERT': harmless('A look that nobody took hides none, and none can be taken out.'),
  'mistakes INSERT': found(
    () =>
      copyOf('mistakes', {
        id: ulid(),
        reported_by: scene.headId,
        outcome: 'left',
        answer: 'It is right.',
        decided_by: scene.adminId,
        decided_at: new Date().toISOString(),
      }),
    /^The mistake .* has no row that says booking\.mistake-reported\.$/,
  ),
  'mistakes UPDATE': refused(
    () =>
      `update mistakes set outcome = 'corrected', answer = 'So.', decided_by = '${scene.headId}', decided_at = now()`,
    /The trail does not say why mistakes changes/,
  ),
  'notices INSERT': found(
    () => copyOf('notices', { id: ulid(), event: 'forged' }),
    /^Notice .* is another than the trail says\.$/,
  ),
  'notices UPDATE': found(
    () => `update notices set outcome = 'paid'`,
    /^Notice .* is settled as paid, and its booking is not\.$/,
  ),
  'notices DELETE': found(
    () => 'delete from notices',
    /^Notice .* was taken out before its time\.$/,
  ),
  'originals INSERT': refused(
    () => 'insert into originals select file_id, id from originals, files limit 1',
    /originals_pkey/,
  ),
  'passkey_challenges INSERT': signsInOnly,
  'passkey_challenges UPDATE': signsInOnly,
  'passkey_challenges DELETE': signsInOnly,
  'passkeys INSERT': found(
    () => copyOf('passkeys', { id: 'forged' }),
    /^User .* has other second factors than the trail says\.$/,
  ),
  'passkeys UPDATE': harmless('When it was used last says nothing of who may use it.'),
  'passkeys DELETE': found(
    () => 'delete from passkeys',
    /^User .* has other second factors than the trail says\.$/,
  ),
  'password_resets INSERT': signsInOnly,
  'password_resets UPDATE': signsInOnly,
  'password_resets DELETE': signsInOnly,
  'payment_exceptions INSERT': found(
    () => copyOf('payment_exceptions', { id: ulid(), dedupe_key: 'forged' }),
    /^Exception .* has no row that says exception\.found\.$/,
  ),
  'payment_exceptions UPDATE': found(
    () => `update payment_exceptions set closed_at = now() where id = '${scene.exception}'`,
    /^Exception .* is open or settled, unlike the trail says\.$/,
  ),
  'proposals INSERT, settlement': found(
    aSettlement,
    /^Exception .* is to be settled otherwise than the trail says\.$/,
  ),
  'proposals UPDATE, settlement': found(
    async () => `${await aSettlement()};
      update proposals set outcome = 'confirmed', decided_by = '${scene.headId}', decided_at = now()
      where kind = 'settlement'`,
    /^Exception .* is open or settled, unlike the trail says\.$/,
  ),
  'payments INSERT': found(
    () => `insert into payments (id, booking_id, kind, gateway, bill_ref, amount_kobo, receipt)
           select 'FORGED', id, 'gateway', bill_gateway, bill_ref, price_kobo, '1'
           from bookings where id = '${scene.unpaid}'`,
    /^Booking .* has a payment and is not paid\.$/,
  ),
  'recovery_codes INSERT': signsInOnly,
  'recovery_codes UPDATE': signsInOnly,
  'recovery_codes DELETE': signsInOnly,
  'required_factors INSERT': found(
    () => copyOf('required_factors', { role: 'operator' }),
    /^The second factor of operators in Kaduna is required, unlike the trail says\.$/,
  ),
  'required_factors DELETE': found(
    () => 'delete from required_factors',
    /^The second factor of observers in Kaduna is not required, though the trail says so\.$/,
  ),
  'revenue_heads INSERT': found(
    () => copyOf('revenue_heads', { revenue_code: 'FORGED' }),
    /^Revenue head FORGED is another than the gateway told\.$/,
  ),
  'revenue_heads UPDATE': found(
    () => 'update revenue_heads set mdas_id = mdas_id + 1000',
    /^Revenue head .* is another than the gateway told\.$/,
  ),
  'saved_views INSERT': harmless('How somebody likes a list counts nothing.'),
  'saved_views UPDATE': refused(
    () => `update saved_views set name = 'Other' where id = 'VIEW'`,
    /The trail does not say why saved_views changes/,
  ),
  'sessions INSERT': signsInOnly,
  'sessions UPDATE': signsInOnly,
  'sessions DELETE': signsInOnly,
  ...rights('setup_codes', 'A set-up code works while there is no account.', ['INSERT', 'UPDATE']),
  'sign_in_steps INSERT': signsInOnly,
  'sign_in_steps UPDATE': signsInOnly,
  'sign_in_steps DELETE': signsInOnly,
  'shifts INSERT': harmless('A shift counts no record and no money.'),
  'shifts UPDATE': refused(
    () => 'update shifts set ended_at = now()',
    /The trail does not say why shifts changes/,
  ),
  'statement_lines INSERT': refused(
    () => copyOf('statement_lines', { line: 9 }),
    /The lines of a statement come with it/,
  ),
  'statements INSERT': found(
    () => copyOf('statements', { id: ulid(), sha256: '0'.repeat(64) }),
    /^Statement .* has no row that says who sent it\.$/,
  ),
  'proposals INSERT, statement': found(
    () => copyOf('proposals', { id: ulid(), subject: '0'.repeat(64) }, `id = '${scene.statement}'`),
    /^Statement .* has no row that says who sent it\.$/,
  ),
  'proposals UPDATE, statement': found(
    () => `update proposals set outcome = 'confirmed', decided_by = '${scene.headId}', decided_at = now()
           where id = '${scene.statement}'`,
    /^Statement .* is in force, though the trail names nobody who confirmed it\.$/,
  ),
  ...closingLies,
  ...rights('sweeps', 'It holds the button back for a minute; scheduled ones don’t ask.', [
    'INSERT',
    'UPDATE',
  ]),
  'taken_out_records INSERT': found(
    () => copyOf('taken_out_records', { id: ulid() }),
    /^Taken-out record .* is another than the trail says\.$/,
  ),
  'totp_keys INSERT': found(
    () => copyOf('totp_keys', { user_id: scene.headId }),
    /^User .* has other second factors than the trail says\.$/,
  ),
  'totp_keys UPDATE': found(
    () => 'update totp_keys set confirmed_at = null',
    /^User .* has other second factors than the trail says\.$/,
  ),
  'totp_keys DELETE': found(
    () => 'delete from totp_keys',
    /^User .* has other second factors than the trail says\.$/,
  ),
  ...rights('unused_files', 'Whether a file has a row is asked again before it goes.', [
    'INSERT',
    'DELETE',
  ]),
  'users INSERT': found(
    () => copyOf('users', { id: 'FORGED', email: 'forged@hanya.test' }),
    /^User FORGED has no row that says how the account was made\.$/,
  ),
  'users UPDATE': found(
    () => `update users set first_name = 'Somebody' where id = '${scene.headId}'`,
    /^User .* has another name than the trail says\.$/,
  ),
};
