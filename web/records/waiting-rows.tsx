import type { ReactNode } from 'react';
import { nounsOf } from '#contract/records.ts';
import { useCurrentUser } from '#web/api/store-hooks.ts';
import { naira } from '#web/format/money.ts';
import { momentOf } from '#web/format/time.ts';
import { capitalised, plural } from '#web/format/words.ts';
import { putReceivedAway, useReceived } from '#web/sending/received.ts';
import { useOutbox } from '#web/sending/use-outbox.ts';
import type { WaitingRecord } from '#web/sending/waiting-record.ts';
import { IconButton } from '#web/ui/controls/icon-button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { IconDeviceMobile, IconX } from '#web/ui/icons.ts';
import { TicketWays, type TicketWay } from './ticket-ways.tsx';
import css from './waiting-rows.module.css';

/** So many are shown one by one. */
const mostShown = 5;

/** The ticket of a record, to be shown to its driver or printed. */
export interface ChosenTicket {
  record: WaitingRecord;
  way: TicketWay;
  /** The server has it. */
  received?: boolean;
}

export interface WaitingRowsProps {
  kind: WaitingRecord['kind'];
  /** Opens the ticket of a booking. */
  onTicket?: (ticket: ChosenTicket) => void;
  /** The action for a record that has been received, by its id. */
  actionOf?: (id: string) => ReactNode;
}

export { readAhead } from '#web/sending/use-outbox.ts';

/** Above a list: the officer's own records that wait here, and those that did and have been received. */
export function WaitingRows(props: WaitingRowsProps) {
  return (
    <>
      <StillHere {...props} />
      <ReceivedNotes {...props} />
    </>
  );
}

function ReceivedNotes({ kind, actionOf }: WaitingRowsProps) {
  const received = useReceived().filter((record) => record.kind === kind);
  return received.map(({ id, label }) => (
    <Notice key={id} kind="ok" className={css['note']}>
      <div className="row wrap gap-4">
        <p className={css['words']}>
          The authority has received <b>{label || capitalised(kind)}</b>.
        </p>
        {actionOf?.(id)}
        <IconButton
          label="Close this message"
          icon={<IconX size={18} aria-hidden />}
          onClick={() => putReceivedAway(id)}
        />
      </div>
    </Notice>
  ));
}

function StillHere({ kind, onTicket }: WaitingRowsProps) {
  const nouns = nounsOf(kind);
  const user = useCurrentUser();
  const outbox = useOutbox(user?.id ?? null);
  const waiting = outbox.records.filter((record) => record.kind === kind).toReversed();
  if (waiting.length === 0) return null;
  const shown = waiting.slice(0, mostShown);
  const others = waiting.length - shown.length;
  return (
    <Notice kind="soft" icon={<IconDeviceMobile size={18} aria-hidden />} className={css['note']}>
      <ul className={css['rows']} aria-label={`${nouns[1]} on this device`}>
        {shown.map((record) => (
          <li key={record._id} className="row wrap gap-4">
            <Row record={record} name={record.label || capitalised(kind)} />
            {onTicket && hasTicket(record) && (
              <TicketWays onChoose={(way) => onTicket({ record, way })} />
            )}
          </li>
        ))}
        {others > 0 && (
          <li>
            And {others} more {nouns[others === 1 ? 0 : 1]} on this device.
          </li>
        )}
      </ul>
    </Notice>
  );
}

function Row({ record, name }: { record: WaitingRecord; name: string }) {
  const { madeAt, toldPrice } = record;
  const said = whatToKnow(record);
  const price = toldPrice === null ? '' : `, ${naira(toldPrice)}`;
  return (
    <div className={css['words']}>
      <b>{name}</b>, {momentOf(madeAt)}
      {price}: <b>{stateOf(record)}</b>
      {said !== null && <div className="small quiet">{said}</div>}
    </div>
  );
}

/** A refused record changes before it is booked, so its ticket would be wrong. */
const hasTicket = ({ body, problem, takenOut }: WaitingRecord): boolean =>
  body['ticketCode'] !== undefined && problem !== 'refused' && takenOut === null;

/** The server's answer about a record that doesn't go on by itself; null for any other. */
function whatToKnow({ problem, answer, files }: WaitingRecord): string | null {
  const file = files.find(({ state }) => state === 'refused');
  return file ? file.answer : problem && answer;
}

/** The stage of a record in words. */
function stateOf({ stage, problem, takenOut, files }: WaitingRecord): string {
  if (takenOut) return 'Removed, but the authority does not know yet';
  if (stage === 'files') {
    const left = files.filter(({ state }) => state !== 'done').length;
    return `Received by the authority, ${plural(left, 'file')} still on this device`;
  }
  if (problem === 'refused') return 'Stored on this device, refused by the authority';
  if (problem === 'too late')
    return 'Stored on this device until a zonal head or a state admin accepts it';
  return 'Stored on this device';
}
