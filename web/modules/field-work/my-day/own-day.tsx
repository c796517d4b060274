import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import type { Figure } from '#contract/answers.ts';
import { readMyDay, type Shift } from '#contract/modules/field-work/shifts.ts';
import { may } from '#contract/roles.ts';
import { callAddress } from '#web/api/call-address.ts';
import { dataOf } from '#web/api/call.ts';
import { useServerBack } from '#web/api/connection.ts';
import { useOpenPopup } from '#web/api/popups.ts';
import { useCurrentUser } from '#web/api/store-hooks.ts';
import { useUnsentCount } from '#web/api/unsent.ts';
import { useLoaded } from '#web/api/use-loaded.ts';
import { naira } from '#web/format/money.ts';
import { clockOf, dateOf, momentOf } from '#web/format/time.ts';
import { useToday } from '#web/format/use-today.ts';
import { plural } from '#web/format/words.ts';
import { useKept } from '#web/records/known/use-kept.ts';
import { Slot } from '#web/records/slot.tsx';
import type { ChosenTicket } from '#web/records/waiting-rows.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { lazyPart } from '#web/ui/overlay/lazy-part.ts';
import { Card as PlainCard } from '#web/ui/shell/card.tsx';
import { classNames } from '#web/ui/theme/class-names.ts';
import css from './my-day.module.css';
import { noteShift, shiftOnDevice } from './shifts.ts';

const tickets = lazyPart(() => import('./tickets.tsx'));

/** An officer's own day: shift, bookings, money, and the last ticket. */
export function OwnDay() {
  const user = useCurrentUser();
  const today = useToday();
  const open = useOpenPopup();
  const [ticket, setTicket] = useState<ChosenTicket | null>(null);
  const Tickets = tickets.use(true);
  const day = useLoaded(today, (signal) => dataOf(readMyDay, { signal }));
  useServerBack(day.reload);
  if (!user) return null;
  const { data, failure } = day;
  const own = { bookedBy: user.id };
  const everyState = may(user.role, 'see paid bookings') ? '/bookings' : '/unpaid';
  const isCompared = user.duties?.includes('questions');
  return (
    <section aria-label="My day">
      <h2 className={classNames('heading', css['head'])}>My day</h2>
      {failure !== null && <p className="small quiet">{failure}</p>}
      {Tickets && <Tickets.WaitingTickets onTicket={setTicket} />}
      <div className={css['cards']}>
        <ShiftCard shift={data?.shift ?? null} onChanged={day.reload} />
        <Card title="Last ticket" wide>
          {Tickets && <Tickets.LastTicket userId={user.id} today={today} onTicket={setTicket} />}
        </Card>
        <FigureCard
          title="Booked today"
          figure={data?.booked}
          to={callAddress(everyState, {}, { ...own, from: today, to: today })}
        />
        <FigureCard title="Unpaid" figure={data?.unpaid} to={callAddress('/unpaid', {}, own)} />
        {everyState === '/bookings' && (
          <FigureCard
            title="Ready to clear"
            figure={data?.ready}
            to={callAddress('/paid', {}, own)}
          >
            {data && data.kept.count > 0 && (
              <p className="small quiet">
                {plural(data.kept.count, 'other booking has', 'other bookings have')} an open
                obligation.
              </p>
            )}
          </FigureCard>
        )}
        <UnsentCard />
        <Card title="Somebody else’s ticket">
          <Button onClick={() => open('check ticket')}>Check a ticket</Button>
          {isCompared && <Link to="/questions">Compare your figures with your colleagues’</Link>}
        </Card>
      </div>
      {ticket && Tickets && (
        <Slot name="stored ticket" {...ticket} onClose={() => setTicket(null)} />
      )}
    </section>
  );
}

interface CardProps {
  title: string;
  /** As wide as the screen of a phone. */
  wide?: boolean;
  children: ReactNode;
}

const Card = ({ title, wide, children }: CardProps) => (
  <PlainCard title={title} className={wide ? css['wide'] : undefined}>
    <div className={classNames('column align-start gap-2', css['inside'])}>{children}</div>
  </PlainCard>
);

interface FigureCardProps {
  title: string;
  figure: Figure | undefined;
  to: string;
  children?: ReactNode;
}

/** A figure that leads to its rows. */
function FigureCard({ title, figure, to, children }: FigureCardProps) {
  return (
    <Card title={title}>
      <p className={classNames('strong', css['figure'])}>{figure ? naira(figure.amount) : '–'}</p>
      {figure && <Link to={to}>{plural(figure.count, 'booking')}</Link>}
      {children}
    </Card>
  );
}

function UnsentCard() {
  const unsent = useUnsentCount();
  return (
    <Card title="On this device">
      <p className={classNames('strong', css['figure'])}>{unsent}</p>
      <Link to="/outbox">{unsent === 0 ? 'Everything has been sent' : 'Waiting to be sent'}</Link>
    </Card>
  );
}

interface ShiftCardProps {
  /** The latest by the server; null before the first, and while it isn't known. */
  shift: Shift | null;
  onChanged: () => void;
}

function ShiftCard({ shift, onChanged }: ShiftCardProps) {
  const today = useToday();
  const [round, setRound] = useState(0);
  const [busy, setBusy] = useState(false);
  const kept = useKept(`${round} ${JSON.stringify(shift)}`, true, async () => {
    const found = await shiftOnDevice();
    return found && { found, readAt: Date.now() };
  })?.found;
  // What was said here last and isn't sent yet is newer than the server's word.
  const now = kept && (!kept.sent || shift === null) ? kept : shift;
  const isOpen = now?.endedAt === null;

  async function change(): Promise<void> {
    setBusy(true);
    await noteShift(isOpen ? now : null);
    setBusy(false);
    setRound((last) => last + 1);
    onChanged();
  }

  return (
    <Card title="Shift" wide>
      <p className={classNames('strong', css['figure'])}>
        {isOpen ? `Since ${clockOf(now.beganAt)}` : 'Not started'}
      </p>
      <p className="small quiet">
        {isOpen
          ? `If you do not end your shift, Hanya will end it at noon ${dateOf(now.beganAt) === today ? 'tomorrow' : 'today'}.`
          : now?.endedAt
            ? `Last shift: ${momentOf(now.beganAt)} to ${momentOf(now.endedAt)}.`
            : 'Hanya will record when your shift starts and ends.'}
        {kept &&
          !kept.sent &&
          ' When there is a network, this device will send the times of your shift.'}
      </p>
      <Button variant={isOpen ? 'default' : 'primary'} loading={busy} onClick={() => void change()}>
        {isOpen ? 'End shift' : 'Start shift'}
      </Button>
    </Card>
  );
}
