import { readTicket, type TicketState } from '#contract/modules/field-work/devices.ts';
import type { TicketClaim } from '#contract/signed-tickets.ts';
import { CallFailure } from '#web/api/call-failure.ts';
import { call } from '#web/api/call.ts';
import { useLoaded } from '#web/api/use-loaded.ts';
import { naira } from '#web/format/money.ts';
import { momentOf } from '#web/format/time.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { IconAlertTriangle, IconCircleCheck, IconCircleX } from '#web/ui/icons.ts';
import { lazyPart } from '#web/ui/overlay/lazy-part.ts';
import { Card } from '#web/ui/shell/card.tsx';
import { type Fact, Facts } from '#web/ui/table/facts.tsx';
import { classNames } from '#web/ui/theme/class-names.ts';
import css from './check-ticket.module.css';
import { placeOf, wordsOf } from './verdict-words.ts';
import type { Verdict } from './verdict.ts';

const onlyWithNetwork = 'Without a network, Hanya cannot tell whether the ticket is paid.';

/** What this device was told last; it may be missing, as everything that is fetched late. */
const lastKnown = lazyPart(() => import('./last-known-state.tsx'));

const icons = {
  ok: <IconCircleCheck size={36} aria-hidden />,
  warn: <IconAlertTriangle size={36} aria-hidden />,
  bad: <IconCircleX size={36} aria-hidden />,
};

interface TicketVerdictProps {
  verdict: Verdict;
  /** The organisation whose phones this one knows; null for all of them. */
  own: string | null;
  /** The time at which this device was told who signs tickets (milliseconds, UTC). */
  toldAt: number | null;
}

/** The phone's own verdict on a ticket, and the server's. */
export function TicketVerdict({ verdict, own, toldAt }: TicketVerdictProps) {
  const { kind, heading, why, doubt } = wordsOf(verdict, own, toldAt);
  const claim = 'claim' in verdict ? verdict.claim : null;
  const code = claim?.code ?? ('code' in verdict ? verdict.code : null);
  return (
    <Card label="Result">
      <div className={classNames('column', css['body'])}>
        <div className={classNames('row', css['verdict'], kind)} role="status">
          {icons[kind]}
          <div className="grow">
            <h2>{heading}</h2>
            <p>{why}</p>
          </div>
        </div>
        {doubt !== undefined && <Notice kind="warn">{doubt}</Notice>}
        {claim && <Facts title="On the ticket" facts={factsOf(verdict)} />}
        {claim && (
          <p className="small quiet">Compare these details with the paper and the vehicle.</p>
        )}
        {code !== null && <State code={code} claim={claim} />}
      </div>
    </Card>
  );
}

function factsOf(verdict: Verdict): Fact[] {
  if (!('claim' in verdict)) return [];
  const { plate, price, madeAt, organisation, version = 1 } = verdict.claim;
  const by = 'by' in verdict ? verdict.by : null;
  return [
    { label: 'Plate', value: plate === '' ? 'None: booked by licence' : plate },
    { label: 'Amount', value: naira(price) },
    { label: 'Issued', value: momentOf(madeAt.getTime()) },
    { label: 'Version', value: version === 1 ? '1, the original' : String(version) },
    { label: 'Organisation', value: organisation },
    { label: 'Officer', value: by && `${by.officer.name}, ${placeOf(by)}` },
  ];
}

const stages = {
  issued: { kind: 'warn', words: 'Not paid' },
  paid: { kind: 'ok', words: 'Paid' },
  completed: { kind: 'ok', words: 'Paid, and the vehicle is cleared' },
  withdrawn: { kind: 'soft', words: 'Withdrawn: nothing to pay' },
  decided: { kind: 'soft', words: 'Decided in court: nothing to pay to the authority' },
} as const;

/** The state of the ticket with a code; null where it has not arrived. */
const readTicketState = async (code: string, signal: AbortSignal): Promise<TicketState | null> => {
  try {
    const { data } = await call(readTicket, { params: { code }, signal });
    return data;
  } catch (error) {
    if (error instanceof CallFailure && error.status === 404) return null;
    throw error;
  }
};

interface StateProps {
  code: string;
  /** What the ticket says, signed; null where it is only typed. */
  claim: TicketClaim | null;
}

/** True if the ticket is paid, which only the server knows. */
function State({ code, claim }: StateProps) {
  const { data, at, failure } = useLoaded(code, (signal) => readTicketState(code, signal));
  const LastKnown = lastKnown.use(failure !== null)?.LastKnownState;
  if (at === null && failure !== null)
    return (
      <>
        {LastKnown ? <LastKnown code={code} /> : <Notice>{onlyWithNetwork}</Notice>}
        {claim && (
          <Notice>
            This is version {claim.version ?? 1}. Without a network, Hanya cannot tell whether the
            ticket has been corrected since.
          </Notice>
        )}
      </>
    );
  if (at === null)
    return <Notice>Hanya is checking whether the ticket is paid. This needs a network.</Notice>;
  if (data === null)
    return (
      <Notice kind="warn">
        The authority has not received this ticket. It may still be on the phone that issued it.
      </Notice>
    );
  const { kind, words } = stages[data.stage];
  const since = data.since === null ? '' : `, since ${momentOf(data.since)}`;
  return (
    <>
      <Notice kind={kind}>
        <b>{words}</b>
        {since}. Checked on {momentOf(at)}. Reference {data.reference}, {naira(data.price)}.
      </Notice>
      {claim && data.correctedAt !== null && (claim.version ?? 1) < data.version && (
        <Notice kind="warn">
          <b>Corrected on {momentOf(data.correctedAt)}.</b> This is version {claim.version ?? 1}.
          The newest version is {data.version}.{' '}
          {data.plate === ''
            ? 'The ticket now has no plate.'
            : data.plate && `The plate is now ${data.plate}.`}
        </Notice>
      )}
      {claim && claim.price !== data.price && (
        <Notice kind="bad">
          The authority’s record says {naira(data.price)}, but the ticket says {naira(claim.price)}.
        </Notice>
      )}
    </>
  );
}
