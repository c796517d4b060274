import { useState } from 'react';
import { type Hold, holdStates, liftHold, listHolds, setHold } from '#contract/holds.ts';
import { call } from '#web/api/call.ts';
import { useCurrentUser, useMay } from '#web/api/store-hooks.ts';
import { useLoaded } from '#web/api/use-loaded.ts';
import { momentOf } from '#web/format/time.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { DateField, TextField } from '#web/ui/fields/text-field.tsx';
import { ReasonConfirm } from '../detail/reason-confirm.tsx';

/** The holds of a ticket, and the form that sets one, for those who may. */
export function TicketHolds({ id }: { id: string }) {
  const mayHold = useMay('hold records');
  const [asking, setAsking] = useState(false);
  const { data, reload } = useLoaded(id, (signal) =>
    call(listHolds, { query: { booking: id, limit: 100 }, signal }),
  );
  const holds = data?.data ?? [];
  const isHeld = holds.some(({ state }) => state === 'in force');
  return (
    <>
      <ul className="ruled" aria-label="Holds">
        {holds.map((hold) => (
          <li key={hold.id}>
            <HoldItem hold={hold} onChanged={reload} />
          </li>
        ))}
      </ul>
      {data && mayHold && !isHeld && (
        <div>
          <Button size="sm" onClick={() => setAsking(true)}>
            Hold for a court or authority
          </Button>
        </div>
      )}
      {asking && <SetHold id={id} onDone={reload} onClose={() => setAsking(false)} />}
    </>
  );
}

interface SetHoldProps {
  id: string;
  onDone: () => void;
  onClose: () => void;
}

function SetHold({ id, onDone, onClose }: SetHoldProps) {
  const [forWhom, setForWhom] = useState('');
  const [until, setUntil] = useState('');
  return (
    <ReasonConfirm
      title="Hold this ticket?"
      message={
        <div className="column gap-4">
          <p>Who was booked stays readable until the hold is over. Another person lifts it.</p>
          <TextField
            label="Court or authority"
            maxLength={120}
            value={forWhom}
            onChange={({ currentTarget }) => setForWhom(currentTarget.value)}
          />
          <DateField
            label="Last day"
            optional
            hint="Without one it holds until somebody lifts it."
            value={until}
            onChange={({ currentTarget }) => setUntil(currentTarget.value)}
          />
        </div>
      }
      label="Reason"
      hint="Such as the suit, or the letter that asks for it."
      confirmLabel="Hold it"
      send={(reason) =>
        call(setHold, {
          params: { id },
          body: { forWhom, reason, until: until === '' ? null : until },
        })
      }
      done="The ticket is held."
      onDone={onDone}
      onClose={onClose}
    />
  );
}

/** One hold: who set it for whom, why, until when; and the step that lifts it, for another person. */
function HoldItem({ hold, onChanged }: { hold: Hold; onChanged: () => void }) {
  const { id, booking, state, forWhom, reason, until, by, at, lifted } = hold;
  const mayHold = useMay('hold records');
  const own = useCurrentUser()?.id === by.id;
  const [asking, setAsking] = useState(false);
  return (
    <div className="column gap-4 anywhere">
      <p>
        <b>{state === 'in force' ? `Held for ${forWhom}` : `${holdStates[state]}: ${forWhom}`}</b>
        <span className="block small quiet">
          {until === null ? 'Until it is lifted' : `Until ${until}`}. {by.name}, {momentOf(at)}:{' '}
          {reason}
        </span>
        {lifted && (
          <span className="block small quiet">
            Lifted by {lifted.by.name}, {momentOf(lifted.at)}: {lifted.reason}
          </span>
        )}
      </p>
      {state === 'in force' && mayHold && own && (
        <p className="small quiet">Another person lifts what you have set.</p>
      )}
      {state === 'in force' && mayHold && !own && (
        <div>
          <Button size="sm" onClick={() => setAsking(true)}>
            Lift the hold
          </Button>
        </div>
      )}
      {asking && (
        <ReasonConfirm
          title="Lift this hold?"
          message={`It is held for ${forWhom}. Once lifted, it is erased at its age like others.`}
          label="Reason"
          hint="Such as the judgment, or the letter that says it is over."
          confirmLabel="Lift it"
          send={(words) =>
            call(liftHold, { params: { id: booking }, body: { hold: id, reason: words } })
          }
          done="The hold is lifted."
          onDone={onChanged}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  );
}
