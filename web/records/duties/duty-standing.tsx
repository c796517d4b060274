import { useState } from 'react';
import {
  decideDuty,
  decideSwitchOff,
  type Duty,
  type DutyName,
  dutyWords,
  endDuty,
  listDuties,
  proposeDuty,
  proposeSwitchOff,
  takeBackSwitchOff,
} from '#contract/duties.ts';
import type { Organisation } from '#contract/places.ts';
import { call, dataOf } from '#web/api/call.ts';
import { useCurrentUser, useMay } from '#web/api/store-hooks.ts';
import { useLoaded } from '#web/api/use-loaded.ts';
import { momentOf } from '#web/format/time.ts';
import { useRun } from '#web/forms/use-run.ts';
import { WaitingDecision } from '#web/records/second-person/waiting-decision.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { Confirm } from '#web/ui/dialog/confirm.tsx';
import { RefusalNotice } from '#web/ui/feedback/notice.tsx';
import { DateField } from '#web/ui/fields/date-field.tsx';
import { TextArea } from '#web/ui/fields/text-area.tsx';

interface DutyStandingProps {
  duty: DutyName;
  organisation: Organisation;
  /** The id of its holder; left out of a switch. */
  user?: string;
  onChanged?: () => void;
}

/** A duty of an account, or a switch of an organisation: two state admins give it; one ends a duty, two a switch. */
export function DutyStanding({ duty, organisation, user, onChanged }: DutyStandingProps) {
  const me = useCurrentUser();
  const mayGive = useMay('give duties') && me?.zone === null && me.id !== user;
  const query = { user, organisation };
  const { data, failure, reload } = useLoaded(JSON.stringify(query), (signal) =>
    dataOf(listDuties, { query, signal }),
  );
  const [until, setUntil] = useState('');
  const [why, setWhy] = useState('');
  const [asking, setAsking] = useState(false);
  const { busy, refusal, run: send } = useRun();
  const isSwitch = user === undefined;
  const name = `${dutyWords[duty]}, ${organisation}`;
  const standing = data?.find((one) => one.duty === duty);

  async function run(...change: Parameters<typeof send>): Promise<void> {
    await send(...change);
    setAsking(false);
    changed();
  }
  const changed = () => {
    reload();
    onChanged?.();
  };

  return (
    <div className="column gap-4">
      <p>
        <b>{name}:</b> {data === null ? (failure ?? 'loading') : wordsOf(standing, isSwitch)}
      </p>
      <RefusalNotice>{refusal}</RefusalNotice>
      {mayGive && standing?.state === 'waiting' && (
        <WaitingDecision
          organisation={organisation}
          what="duty"
          name={name}
          proposedBy={{ id: standing.proposer, name: standing.proposedBy }}
          effect="If you confirm this, it will apply at once."
          decide={(body) => dataOf(decideDuty, { params: { id: standing.id }, body })}
          takeBack={() => dataOf(endDuty, { params: { id: standing.id } })}
          onDecided={changed}
        />
      )}
      {mayGive && standing?.ending && (
        <WaitingDecision
          organisation={organisation}
          what="switch-off"
          name={name}
          proposedBy={standing.ending.by}
          effect={`If you confirm this, ${dutyWords[duty]} will be turned off at once. ${standing.ending.reason}`}
          decide={(body) => dataOf(decideSwitchOff, { params: { id: standing.id }, body })}
          takeBack={() => dataOf(takeBackSwitchOff, { params: { id: standing.id } })}
          onDecided={changed}
        />
      )}
      {mayGive && standing?.state === 'in force' && !standing.ending && (
        <>
          {isSwitch && (
            <TextArea
              label="Reason for turning this off"
              hint="The person who confirms this will read the reason."
              rows={2}
              maxLength={500}
              value={why}
              onChange={({ currentTarget }) => setWhy(currentTarget.value)}
            />
          )}
          <div>
            <Button size="sm" onClick={() => setAsking(true)}>
              {isSwitch ? 'Propose to turn this off' : 'End the duty'}
            </Button>
            <Confirm
              opened={asking}
              title={
                isSwitch ? `Propose to turn off ${dutyWords[duty].toLowerCase()}?` : 'End the duty?'
              }
              message={
                isSwitch
                  ? `${dutyWords[duty]} will stay on until another state admin confirms your proposal.`
                  : 'The duty will end at once. Two state admins must agree to start it again.'
              }
              confirmLabel={isSwitch ? 'Propose it' : 'End it'}
              destructive={!isSwitch}
              loading={busy}
              loadingLabel={isSwitch ? 'Proposing' : 'Ending'}
              onConfirm={() =>
                void (isSwitch
                  ? run(
                      () => call(proposeSwitchOff, { params: standing, body: { reason: why } }),
                      'A second person must now confirm this.',
                    )
                  : run(() => call(endDuty, { params: standing }), 'The duty has ended.'))
              }
              onCancel={() => setAsking(false)}
            />
          </div>
        </>
      )}
      {mayGive && data && !['waiting', 'in force'].includes(standing?.state ?? '') && (
        <>
          {!isSwitch && (
            <DateField
              label="Last day"
              hint="If you leave this empty, the duty lasts until a state admin ends it."
              optional
              value={until}
              onChange={setUntil}
            />
          )}
          <div>
            <Button
              size="sm"
              loading={busy}
              loadingLabel="Proposing"
              onClick={() =>
                void run(
                  () =>
                    dataOf(proposeDuty, { body: { ...query, duty, until: until || undefined } }),
                  'A second person must now confirm this.',
                )
              }
            >
              {isSwitch ? 'Propose to turn on' : 'Propose the duty'}
            </Button>
          </div>
        </>
      )}
    </div>
  );
}

function wordsOf(duty: Duty | undefined, isSwitch: boolean): string {
  if (duty?.state === 'waiting')
    return `proposed by ${duty.proposedBy}. A second person must confirm it.`;
  if (duty?.state === 'in force')
    return `${isSwitch ? 'on' : 'assigned'} since ${momentOf(duty.decidedAt ?? '')}${duty.until === null ? '' : `, until ${duty.until}`}. ${duty.proposedBy} proposed it, and ${duty.decidedBy ?? ''} confirmed it.`;
  const none = isSwitch ? 'turned off.' : 'not assigned.';
  return duty?.state === 'refused' ? `${none} ${duty.decidedBy} refused it: ${duty.refusal}` : none;
}
