import { useState } from 'react';
import { decideFee, readFees, takeBackFee } from '#contract/fees.ts';
import type { Fee, FeeProposal, PricedOffence } from '#contract/fees.ts';
import type { Organisation } from '#contract/places.ts';
import { dataOf } from '#web/api/call.ts';
import { useCurrentUser, useMay } from '#web/api/store-hooks.ts';
import { useLoaded } from '#web/api/use-loaded.ts';
import { naira } from '#web/format/money.ts';
import { dateOf } from '#web/format/time.ts';
import { useToday } from '#web/format/use-today.ts';
import { deciderOf } from '#web/records/second-person/decider.ts';
import { WaitingDecision } from '#web/records/second-person/waiting-decision.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { LoadingNote } from '#web/ui/feedback/loading-bar.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { ReadOnlyNote } from '#web/ui/feedback/read-only-note.tsx';
import { CheckedRows } from '#web/ui/table/checked-rows.tsx';
import { ListFailure } from '#web/ui/table/list-failure.tsx';
import { classNames } from '#web/ui/theme/class-names.ts';
import { FeeForm } from './fee-form.tsx';
import { type FeeState, feeStatesOf } from './fee-rules.ts';
import css from './fees.module.css';

interface FeeDialogProps {
  organisation: Organisation;
  /** The id of the offence. */
  id: string;
  /** The catalogue with its fees, as far as it is loaded. */
  priced: readonly PricedOffence[];
  onClose: () => void;
  onSet: () => void;
}

const unsaved = {
  title: 'Close without saving?',
  message: 'You will lose what you typed.',
  confirmLabel: 'Discard',
  cancelLabel: 'Keep editing',
  destructive: true,
} as const;

/** The fees of one offence, and the form that sets the next. */
export function FeeDialog({ organisation, id, priced, onClose, onSet }: FeeDialogProps) {
  const name = priced.find(({ offence }) => offence.id === id)?.offence.name ?? '';
  const seesAllZones = useCurrentUser()?.zone === null;
  const maySet = useMay('set fees');
  const [dirty, setDirty] = useState(false);
  const { data, failure, reload } = useLoaded(`${organisation} ${id}`, (signal) =>
    dataOf(readFees, { params: { id }, query: { organisation }, signal }),
  );
  const changed = () => {
    reload();
    onSet();
  };
  const waiting = data?.proposals.filter(({ state }) => state === 'waiting') ?? [];
  return (
    <Dialog
      opened
      onClose={onClose}
      title={`Fee for ${id}`}
      confirmClose={dirty ? unsaved : undefined}
    >
      <div className="column gap-7">
        {name !== '' && <p className={css['name']}>{name}</p>}
        {data ? (
          <>
            {waiting.length > 0 && (
              <section aria-label="Fees to confirm">
                <h3 className={classNames('line-top', css['heading'])}>Fees to confirm</h3>
                <ol>
                  {waiting.map((proposal) => (
                    <WaitingFee
                      key={proposal.id}
                      organisation={organisation}
                      proposal={proposal}
                      priced={priced}
                      mayDecide={maySet && seesAllZones}
                      onDecided={changed}
                    />
                  ))}
                </ol>
              </section>
            )}
            {!maySet ? (
              <ReadOnlyNote />
            ) : seesAllZones ? (
              <>
                {waiting.length > 0 && (
                  <h3 className={classNames('line-top', css['heading'])}>Propose another fee</h3>
                )}
                <FeeForm
                  organisation={organisation}
                  id={id}
                  fees={data.fees}
                  onDirty={setDirty}
                  onSet={() => {
                    setDirty(false);
                    changed();
                  }}
                />
              </>
            ) : (
              <Notice>
                Fees apply to every zone, so only a state admin who sees all zones can set them.
              </Notice>
            )}
            <FeeHistory fees={data.fees} />
            <EndedProposals
              proposals={data.proposals.filter(
                ({ state }) => state !== 'waiting' && state !== 'confirmed',
              )}
            />
          </>
        ) : failure === null ? (
          <LoadingNote>Loading the fees</LoadingNote>
        ) : (
          <ListFailure message={failure} onRetry={reload} />
        )}
      </div>
    </Dialog>
  );
}

interface WaitingFeeProps {
  organisation: Organisation;
  proposal: FeeProposal;
  priced: readonly PricedOffence[];
  mayDecide: boolean;
  onDecided: () => void;
}

function WaitingFee(props: WaitingFeeProps) {
  const { organisation, proposal, priced, mayDecide, onDecided } = props;
  const { id, amount, from, reason, by, at, together } = proposal;
  const isOne = together.length === 0;
  const fees = isOne ? 'it' : `all ${together.length} fees`;
  return (
    <li className={css['fee']} data-time="to come">
      <b>{naira(amount)}</b>
      <span>From {from}</span>
      <span className={css['time']}>Not confirmed</span>
      <span className={classNames('anywhere', css['reason'])}>
        {reason} ({by.name}, {dateOf(at)})
      </span>
      {!isOne && (
        <details className={css['step']} open>
          <summary>One of {together.length} fees in this proposal</summary>
          <CheckedRows
            heading="All fees"
            rows={together.map((other) => {
              const known = priced.find(({ offence }) => offence.id === other.id)?.offence;
              return {
                title: `${other.id} ${known?.name ?? ''}`,
                detail: `${known ? `${naira(known.amount)} → ` : ''}${naira(other.amount)}`,
                faults: [],
              };
            })}
          />
        </details>
      )}
      {mayDecide && (
        <div className={css['step']}>
          <WaitingDecision
            organisation={organisation}
            what="fee"
            name={isOne ? `${naira(amount)} from ${from}` : `${fees} from ${from}`}
            proposedBy={by}
            effect={
              isOne
                ? `If you confirm the fee, it will apply from ${from}. If nobody confirms it before then, it will not apply.`
                : `Your decision applies to ${fees}. If you confirm them, they will apply from ${from}. If nobody confirms them before then, they will not apply.`
            }
            decide={(body) => dataOf(decideFee, { params: { id }, body })}
            takeBack={() => dataOf(takeBackFee, { params: { id } })}
            onDecided={onDecided}
          />
        </div>
      )}
    </li>
  );
}

const endWords = {
  refused: 'Refused',
  'taken back': 'Taken back',
  lapsed: 'Not confirmed in time',
} as const;

/** The proposals that came to nothing, and why. */
function EndedProposals({ proposals }: { proposals: readonly FeeProposal[] }) {
  if (proposals.length === 0) return null;
  return (
    <section aria-label="Proposed but not confirmed">
      <h3 className={classNames('line-top', css['heading'])}>Proposed but not confirmed</h3>
      <ol>
        {proposals.map(
          ({ id, amount, from, reason, by, at, state, decidedBy, decidedAt, refusal }) => (
            <li key={id} className={css['fee']}>
              <b>{naira(amount)}</b>
              <span>From {from}</span>
              <span className={css['time']}>{endWords[state as keyof typeof endWords]}</span>
              <span className={classNames('anywhere', css['reason'])}>
                {reason} ({by.name}, {dateOf(at)})
              </span>
              {state === 'refused' && (
                <span className={classNames('anywhere', css['reason'])}>
                  Refused by {deciderOf(decidedBy?.name, decidedAt)}: {refusal}
                </span>
              )}
            </li>
          ),
        )}
      </ol>
    </section>
  );
}

const timeWords: Record<FeeState, string> = {
  'to come': 'Future',
  'in force': 'Today',
  past: 'Past',
};

/** The fees of an offence, the latest first: from when, why, and who proposed and confirmed them. */
function FeeHistory({ fees }: { fees: readonly Fee[] }) {
  const times = feeStatesOf(fees, useToday());
  return (
    <section aria-label="Future and past fees">
      <h3 className={classNames('line-top', css['heading'])}>Future and past fees</h3>
      <ol>
        {fees.map(({ amount, from, reason, setBy, setAt, confirmedBy, confirmedAt }, index) => {
          const time = times[index] ?? 'past';
          return (
            <li key={from ?? ''} className={css['fee']} data-time={time}>
              <b>{naira(amount)}</b>
              <span>{from === null ? 'From the beginning' : `From ${from}`}</span>
              <span className={css['time']}>{timeWords[time]}</span>
              <span className={classNames('anywhere', css['reason'])}>
                {setBy
                  ? `${reason} (${setBy.name}, ${setAt === null ? '' : dateOf(setAt)})`
                  : 'Amount in the catalogue'}
              </span>
              {confirmedBy && (
                <span className={classNames('anywhere', css['reason'])}>
                  Confirmed by {deciderOf(confirmedBy.name, confirmedAt)}
                </span>
              )}
            </li>
          );
        })}
      </ol>
    </section>
  );
}
