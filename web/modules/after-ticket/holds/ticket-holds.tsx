import { useState } from 'react';
import type { Booking } from '#contract/bookings.ts';
import {
  type Hold,
  holdRegister,
  holdStates,
  liftHold,
  setHold,
} from '#contract/modules/after-ticket/holds.ts';
import { call } from '#web/api/call.ts';
import { useCurrentUser, useMay } from '#web/api/store-hooks.ts';
import { useLoaded } from '#web/api/use-loaded.ts';
import { momentOf } from '#web/format/time.ts';
import { ActConfirm } from '#web/records/act-confirm.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { DateField } from '#web/ui/fields/date-field.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';

/** The holds of a ticket, and the form that sets one, for those who may. */
export function TicketHolds({ booking: { _id: id } }: { booking: Booking }) {
  const mayHold = useMay('hold records');
  const [asking, setAsking] = useState(false);
  const { data, reload } = useLoaded(id, (signal) =>
    call(holdRegister.list, { query: { booking: id, limit: 100 }, signal }),
  );
  const holds = data?.data ?? [];
  const isHeld = holds.some(({ state }) => state === 'in force');
  return (
    <>
      {holds.length > 0 && (
        <ul className="ruled" aria-label="Holds">
          {holds.map((hold) => (
            <li key={hold.id}>
              <HoldItem hold={hold} onChanged={reload} />
            </li>
          ))}
        </ul>
      )}
      {data && mayHold && !isHeld && (
        <div>
          <Button size="sm" variant="quiet" onClick={() => setAsking(true)}>
            {setHold.words.begins}
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
    <ActConfirm
      act={setHold}
      send={(reason) =>
        call(setHold, {
          params: { id },
          body: { forWhom, reason, until: until === '' ? null : until },
        })
      }
      onDone={onDone}
      onClose={onClose}
    >
      <TextField
        label="Court or authority"
        maxLength={120}
        value={forWhom}
        onChange={({ currentTarget }) => setForWhom(currentTarget.value)}
      />
      <DateField
        label="Last day"
        optional
        hint="Leave this empty to hold the ticket until somebody lifts the hold."
        value={until}
        onChange={setUntil}
      />
    </ActConfirm>
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
          {until === null ? 'Until somebody lifts the hold' : `Until ${until}`}. {by.name},{' '}
          {momentOf(at)}: {reason}
        </span>
        {lifted && (
          <span className="block small quiet">
            Lifted by {lifted.by.name}, {momentOf(lifted.at)}: {lifted.reason}
          </span>
        )}
      </p>
      {state === 'in force' && mayHold && own && (
        <p className="small quiet">You set this hold, so another person must lift it.</p>
      )}
      {state === 'in force' && mayHold && !own && (
        <div>
          <Button size="sm" onClick={() => setAsking(true)}>
            {liftHold.words.begins}
          </Button>
        </div>
      )}
      {asking && (
        <ActConfirm
          act={liftHold}
          about={`The ticket is held for ${forWhom}.`}
          send={(words) =>
            call(liftHold, { params: { id: booking }, body: { hold: id, reason: words } })
          }
          onDone={onChanged}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  );
}
