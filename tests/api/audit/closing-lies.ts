import { ulid } from 'ulid';
import type { ProposalKind } from '#contract/decisions.ts';
import { copyOf, found, harmless, type Lie, refused, scene } from './lying-scene.ts';

const lied = ulid();

const waits = (kind: ProposalKind) => `kind = '${kind}' and outcome is null`;

/** A confirmation of what waits, by somebody who gave none. */
const confirmed = (kind: ProposalKind) =>
  `update proposals set outcome = 'confirmed', decided_by = '${scene.headId}', decided_at = now()
   where ${waits(kind)}`;

/** Of reports that are closed or mailed, of duties, and of questions about records. */
export const closingLies: Readonly<Record<string, Lie>> = {
  'report_closings INSERT': refused(
    () => copyOf('report_closings', { id: ulid() }),
    /report_closings_id_fkey/,
  ),
  'closed_papers INSERT': found(
    () =>
      `insert into files (id, kind, content_type, bytes, sha256)
       values ('CLOSED', 'closed report', 'application/pdf', 1, '${'0'.repeat(64)}');
       insert into closed_papers values ('${scene.closing}', 'CLOSED')`,
    /^Closed report .* has another paper than the trail says\.$/,
  ),
  'proposals INSERT, closing': found(
    () =>
      copyOf(
        'proposals',
        {
          id: ulid(),
          subject: 'er',
          body: { report: 'er', from: '2024-01-01', to: '2024-01-31', version: 1 },
        },
        waits('closing'),
      ),
    /^Closed report .* was proposed otherwise than the trail says\.$/,
  ),
  'proposals UPDATE, closing': found(
    () => `update proposals set outcome = 'confirmed', decided_by = '${scene.headId}', decided_at = now()
           where id = '${scene.closing}'`,
    /^Closed report .* stands otherwise than the trail says\.$/,
  ),
  'proposals INSERT, duty': found(
    () =>
      copyOf(
        'proposals',
        {
          id: ulid(),
          subject: 'auditor',
          body: { duty: 'auditor', user: scene.headId, until: null },
        },
        waits('duty'),
      ),
    /^Duty .* stands otherwise than the trail says\.$/,
  ),
  'proposals UPDATE, duty': found(
    () => confirmed('duty'),
    /^Duty .* stands otherwise than the trail says\.$/,
  ),
  'duties UPDATE': found(
    () => `update duties set ended_by = '${scene.headId}', ended_at = now()`,
    /^Duty .* stands otherwise than the trail says\.$/,
  ),
  'messages INSERT': refused(
    () => copyOf('messages', { id: ulid(), step: 9, state: 'delivered' }, `id = '${scene.sent}'`),
    /is written before it is sent/,
  ),
  'messages UPDATE': refused(
    () => `update messages set state = 'delivered' where id = '${scene.sent}'`,
    /The trail does not say why messages changes/,
  ),
  'messages UPDATE, stopped': found(
    () =>
      `insert into messages (id, booking_id, organisation, zone, demo, purpose, channel)
         select '${lied}', id, organisation, zone, demo, 'referred', 'sms'
         from bookings where id = '${scene.cleared}';
       update messages set state = 'stopped' where id = '${lied}'`,
    /^Message .* was stopped, and nothing stops it\.$/,
  ),
  'messages UPDATE, held': found(
    () => `update messages set state = 'unknown', reason = 'It may have been sent before the restore.'
           where id = '${scene.message}'`,
    /^Message .* is held, and no restore says why\.$/,
  ),
  'messages UPDATE, to another': found(
    () => `update messages set begun_at = now(), recipient = '2348030000000', body = 'Pay me.',
             gateway = 'termii' where id = '${scene.message}'`,
    /^Message .* was sent to nobody whom its ticket names\.$/,
  ),
  'messages UPDATE, again': refused(
    () => `update messages set begun_at = null where id = '${scene.sent}'`,
    /stays as it was sent/,
  ),
  'messages UPDATE, backwards': refused(
    () => `update messages set state = 'unknown' where id = '${scene.sent}'`,
    /is accepted already/,
  ),
  'messages UPDATE, put off': found(
    () => `update messages set due_at = now() + interval '1 hour' where id = '${scene.old}'`,
    /^Message .* waits for longer than any does\.$/,
  ),
  'message_reports INSERT': refused(
    () => `insert into message_reports (gateway, gateway_id, state, reason)
         values ('termii', 'sent', 'delivered', '')`,
    /The trail does not say why message_reports changes/,
  ),
  'message_reports DELETE': harmless(
    'What was reported before stands in the state of its message.',
  ),
  'opt_outs INSERT': refused(
    () =>
      `insert into opt_outs values ('Kaduna', false, '8030000001', '.', '${scene.adminId}', now())`,
    /The trail does not say why opt_outs changes/,
  ),
  'opt_outs DELETE': refused(
    () => 'delete from opt_outs',
    /The trail does not say why opt_outs changes/,
  ),
  'proposals INSERT, set of rules': found(
    () => copyOf('proposals', { id: ulid(), subject: '2099-01-01' }, waits('set of rules')),
    /^The rules .* stand otherwise than the trail says\.$/,
  ),
  'proposals UPDATE, set of rules': found(
    () => confirmed('set of rules'),
    /^The rules .* stand otherwise than the trail says\.$/,
  ),
  'obligations INSERT': found(
    () =>
      `insert into obligations (booking_id, place, offence_id, kind, words, organisation, zone, demo)
         select id, 9, 'LGC-01', 'other', 'Sweep the road', organisation, zone, demo
         from bookings where id = '${scene.unpaid}'`,
    /^The obligation .* stands otherwise than the trail says\.$/,
  ),
  'obligations UPDATE': found(
    () => `update obligations set state = 'done', reason = '.', acted_by = '${scene.headId}', acted_at = now()
           where booking_id = '${scene.unpaid}'`,
    /^The obligation .* stands otherwise than the trail says\.$/,
  ),
  'proposals INSERT, refund': found(
    () => copyOf('proposals', { id: ulid(), subject: `${scene.unpaid} 9` }, waits('refund')),
    /^Refund .* stands otherwise than the trail says\.$/,
  ),
  'proposals UPDATE, refund': found(
    () => confirmed('refund'),
    /^Refund .* stands otherwise than the trail says\.$/,
  ),
  'proposals INSERT, reversal': found(
    () =>
      copyOf(
        'proposals',
        { id: ulid(), kind: 'reversal', subject: `${scene.unpaid} 9` },
        waits('refund'),
      ),
    /^Reversal .* stands otherwise than the trail says\.$/,
  ),
  'proposals UPDATE, reversal': found(
    () => `update proposals set outcome = 'refused', refusal = '.', decided_by = '${scene.headId}',
             decided_at = now() where ${waits('reversal')}`,
    /^Reversal .* stands otherwise than the trail says\.$/,
  ),
  'holds INSERT': found(
    () => `insert into holds (id, booking_id, organisation, zone, demo, for_whom, reason, set_by)
         select '${lied}', id, organisation, zone, demo, 'Nobody', '.', '${scene.headId}'
         from bookings where id = '${scene.unpaid}'`,
    /^Hold .* stands otherwise than the trail says\.$/,
  ),
  'holds UPDATE': found(
    () => `update holds set lifted_by = '${scene.headId}', lifted_at = now(), lift_reason = '.'`,
    /^Hold .* stands otherwise than the trail says\.$/,
  ),
  'disputes INSERT': found(
    () =>
      `insert into disputes (booking_id, organisation, zone, demo, ground, words, answer_due)
         select id, organisation, zone, demo, 'other', 'I did not.', '2026-01-01'
         from bookings where id = '${scene.unpaid}'`,
    /^The dispute of booking .* stands otherwise than the trail says\.$/,
  ),
  'disputes UPDATE': found(
    () =>
      `insert into disputes (booking_id, organisation, zone, demo, ground, words, answer_due)
         select id, organisation, zone, demo, 'other', 'I did not.', '2026-01-01'
         from bookings where id = '${scene.unpaid}';
       update disputes set outcome = 'rejected', answer = 'No.', answered_by = '${scene.headId}',
         answered_at = now()`,
    /^The dispute of booking .* stands otherwise than the trail says\.$/,
  ),
  'dispute_files INSERT': refused(
    () =>
      `insert into disputes (booking_id, organisation, zone, demo, ground, words, answer_due)
         select id, organisation, zone, demo, 'other', 'I did not.', '2026-01-01'
         from bookings where id = '${scene.unpaid}';
       insert into dispute_files (booking_id, file_id)
         select '${scene.unpaid}', id from files limit 1`,
    /The trail does not say why dispute_files changes/,
  ),
  'court_batches INSERT': harmless('A batch counts by its tickets.'),
  'court_batches UPDATE': found(
    () =>
      `insert into court_batches (id, organisation, demo, court, made_by)
         values ('${lied}', 'Kaduna', false, 'Court', '${scene.headId}');
       insert into court_cases (booking_id, batch_id, place, organisation, zone, demo)
         select id, '${lied}', 1, organisation, zone, demo from bookings where id = '${scene.unpaid}';
       update court_batches set locked_by = '${scene.headId}', locked_at = now()`,
    /^The case of booking .* stands otherwise than the trail says\.$/,
  ),
  'court_cases INSERT': found(
    () =>
      `insert into court_batches (id, organisation, demo, court, made_by)
         values ('${lied}', 'Kaduna', false, 'Court', '${scene.headId}');
       insert into court_cases (booking_id, batch_id, place, organisation, zone, demo)
         select id, '${lied}', 1, organisation, zone, demo from bookings where id = '${scene.unpaid}'`,
    /^The case of booking .* stands otherwise than the trail says\.$/,
  ),
  'court_cases UPDATE': found(
    () =>
      `insert into court_batches (id, organisation, demo, court, made_by)
         values ('${lied}', 'Kaduna', false, 'Court', '${scene.headId}');
       insert into court_cases (booking_id, batch_id, place, organisation, zone, demo)
         select id, '${lied}', 1, organisation, zone, demo from bookings where id = '${scene.unpaid}';
       update court_cases set hearing_day = '2026-01-01', hearing_place = 'x', suit = ''`,
    /^The case of booking .* stands otherwise than the trail says\.$/,
  ),
  'court_cases DELETE': harmless(
    'Only a case of a draft goes, and its ticket with it stands alone.',
  ),
  'question_entries INSERT': found(
    () =>
      `insert into question_entries values ('${ulid()}', 'late', '${scene.headId}', 'Kaduna', 'Zaria',
         false, 'explained', 'So it was.', '{x}', '${scene.adminId}')`,
    /^Question entry .* is another than the trail says\.$/,
  ),
  'place_notes INSERT': found(
    () =>
      `insert into place_notes values ('${ulid()}', 'Kaduna', 'Zaria', false, 11, 7, 'Humps.',
         '${scene.adminId}')`,
    /^Note on a place .* is another than the trail says\.$/,
  ),
  'report_mails INSERT': harmless('A report is mailed only to whoever may read it.'),
  'report_mails UPDATE': harmless('See what its columns say.'),
  'report_schedules INSERT': refused(
    () => `insert into report_schedules select id, 'day', 6, 'pdf', array['x'], null, true, now(), null
           from saved_views where id = 'OTHER'`,
    /The trail does not say why report_schedules changes/,
  ),
  'report_schedules UPDATE': found(
    () => `update report_schedules set next_at = '2999-01-01'`,
    /^The schedule of report VIEW leaves out a run\.$/,
  ),
};
