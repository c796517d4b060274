import { useState } from 'react';
import type { Booking } from '#contract/bookings.ts';
import { messagePurposes } from '#contract/modules/after-ticket/message-texts.ts';
import {
  changeOptOut,
  messageRegister,
  type Message,
  messageStates,
  readOptOut,
} from '#contract/modules/after-ticket/messages.ts';
import { call, dataOf } from '#web/api/call.ts';
import { useMay } from '#web/api/store-hooks.ts';
import { useLoaded } from '#web/api/use-loaded.ts';
import { momentOf } from '#web/format/time.ts';
import { joined } from '#web/format/words.ts';
import { ActConfirm } from '#web/records/act-confirm.tsx';
import { FoldedSection } from '#web/records/history/folded-section.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { IconMessage } from '#web/ui/icons.ts';
import { PanelEmpty, PanelFailure, PanelSkeleton } from '#web/ui/shell/panel.tsx';

/** What the driver was told of a booking, and whether their number gets messages. */
export function BookingMessages({ booking: { _id: id } }: { booking: Booking }) {
  return (
    <FoldedSection icon={<IconMessage size={18} stroke={1.8} aria-hidden />} title="Messages">
      <Rows id={id} />
      <OptOut id={id} />
    </FoldedSection>
  );
}

function Rows({ id }: { id: string }) {
  const { data, failure, reload } = useLoaded(id, (signal) =>
    dataOf(messageRegister.list, { query: { booking: id, limit: 100 }, signal }),
  );
  if (failure !== null) return <PanelFailure message={failure} onRetry={reload} />;
  if (data === null) return <PanelSkeleton rows={2} height={56} />;
  if (data.length === 0)
    return <PanelEmpty>Hanya has not sent the driver any messages.</PanelEmpty>;
  return (
    <ol className="ruled" aria-label="Messages">
      {data.map((message) => (
        <MessageRow key={message.id} message={message} />
      ))}
    </ol>
  );
}

function MessageRow({ message }: { message: Message }) {
  const { purpose, step, channel, state, reason, to, text, sentAt, madeAt, reports } = message;
  return (
    <li className="column gap-2 anywhere">
      <div className="flex wrap between baseline gap-4">
        <b>
          {messagePurposes[purpose]}
          {purpose === 'reminder' && `, day ${step}`}
        </b>
        <time className="small quiet" dateTime={sentAt ?? madeAt}>
          {momentOf(sentAt ?? madeAt)}
        </time>
      </div>
      <span className="small quiet">
        {joined([channel === 'sms' ? 'Text message' : 'Email', to, messageStates[state], reason])}
      </span>
      {text !== '' && <p>{text}</p>}
      {reports.map(({ at, state: reported, reason: said }) => (
        <span key={`${at} ${reported} ${said}`} className="small quiet">
          {joined([momentOf(at), messageStates[reported], said])}
        </span>
      ))}
    </li>
  );
}

function OptOut({ id }: { id: string }) {
  const mayStop = useMay('stop messages');
  const [asking, setAsking] = useState(false);
  const { data, reload } = useLoaded(id, (signal) =>
    dataOf(readOptOut, { params: { id }, signal }),
  );
  if (!data || !(mayStop || data.optedOut)) return null;
  const way = changeOptOut.ways[data.optedOut ? 'resume' : 'stop'];
  return (
    <div className="row wrap gap-4 space-above">
      {data.optedOut && (
        <span className="small quiet">Hanya does not send messages to this number.</span>
      )}
      {mayStop && (
        <Button size="sm" variant="quiet" onClick={() => setAsking(true)}>
          {way.words.begins}
        </Button>
      )}
      {asking && (
        <ActConfirm
          act={way}
          send={(reason) =>
            call(changeOptOut, { params: { id }, body: { optedOut: !data.optedOut, reason } })
          }
          onDone={reload}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  );
}
