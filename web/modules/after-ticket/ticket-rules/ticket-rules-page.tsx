import { useState } from 'react';
import { z } from 'zod';
import { messagePurposes, writtenPurposes } from '#contract/modules/after-ticket/message-texts.ts';
import { obligationKinds, obligations } from '#contract/modules/after-ticket/obligations.ts';
import {
  type ActOfPower,
  actsOfPower,
  decideTicketRules,
  firstRules,
  listTicketRules,
  powerLine,
  takeBackTicketRules,
  type TicketRules,
  type TicketRulesVersion,
} from '#contract/modules/after-ticket/ticket-rules.ts';
import { organisationNames, organisationOfState, organisationSchema } from '#contract/places.ts';
import { dataOf } from '#web/api/call.ts';
import { useCurrentUser, useMay } from '#web/api/store-hooks.ts';
import { useLoaded } from '#web/api/use-loaded.ts';
import { dateOf } from '#web/format/time.ts';
import { useToday } from '#web/format/use-today.ts';
import { plural } from '#web/format/words.ts';
import { useAddress } from '#web/lists/use-address.ts';
import { deciderOf } from '#web/records/second-person/decider.ts';
import { WaitingDecision } from '#web/records/second-person/waiting-decision.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { LoadingNote } from '#web/ui/feedback/loading-bar.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { IconBuildingCommunity } from '#web/ui/icons.ts';
import { Card } from '#web/ui/shell/card.tsx';
import { HeadSelect } from '#web/ui/shell/head-select.tsx';
import { PageHead } from '#web/ui/shell/page-head.tsx';
import { Facts } from '#web/ui/table/facts.tsx';
import { ListFailure } from '#web/ui/table/list-failure.tsx';
import { Holidays } from './holidays.tsx';
import { RulesForm } from './rules-form.tsx';
import css from './ticket-rules.module.css';

const address = z.object({ organisation: organisationSchema.optional().catch(undefined) });

/** What an organisation lays down for its tickets, now, to come and before. */
export default function TicketRulesPage() {
  const user = useCurrentUser();
  const mayPropose = useMay('set fees') && user?.zone === null;
  const { address: chosen, change } = useAddress(address);
  const organisation = user?.state
    ? organisationOfState(user.state)
    : (chosen.organisation ?? organisationNames[0]);
  const [proposing, setProposing] = useState(false);
  const today = useToday();
  const { data, failure, reload } = useLoaded(organisation, (signal) =>
    dataOf(listTicketRules, { query: { organisation }, signal }),
  );
  const waiting = data?.filter(({ state }) => state === 'waiting') ?? [];
  const confirmed = data?.filter(({ state }) => state === 'confirmed') ?? [];
  const inForce = confirmed.find(({ from }) => from <= today);
  return (
    <>
      <PageHead
        title="Ticket rules"
        actions={
          user?.state == null && (
            <HeadSelect
              label="Organisation"
              icon={<IconBuildingCommunity size={18} stroke={1.8} aria-hidden />}
              value={organisation}
              options={organisationNames.map((value) => ({ value }))}
              onChange={(value) => change({ organisation: value })}
            />
          )
        }
      />
      {failure !== null && <ListFailure message={failure} onRetry={reload} />}
      {failure === null && data === null && <LoadingNote>Loading the rules</LoadingNote>}
      {data && (
        <div className="column gap-7">
          {waiting.map((version) => (
            <Card key={version.id} title={`To be confirmed: rules from ${version.from}`}>
              <div className={css['body']}>
                <RulesFacts version={version} />
                {mayPropose && (
                  <WaitingDecision
                    organisation={organisation}
                    what="set of rules"
                    name={`rules from ${version.from}`}
                    proposedBy={version.by}
                    effect={`If you confirm the rules, they will apply to tickets from ${version.from}. If nobody confirms them by then, they will not apply.`}
                    decide={(body) =>
                      dataOf(decideTicketRules, { params: { id: version.id }, body })
                    }
                    takeBack={() => dataOf(takeBackTicketRules, { params: { id: version.id } })}
                    onDecided={reload}
                  />
                )}
              </div>
            </Card>
          ))}
          <Card title={inForce ? `In force since ${inForce.from}` : 'In force'}>
            <div className={css['body']}>
              {inForce ? (
                <RulesFacts version={inForce} />
              ) : (
                <Notice kind="soft">
                  No rules are in force. Tickets have no due date, and Hanya does not send
                  reminders.
                </Notice>
              )}
            </div>
          </Card>
          <Holidays organisation={organisation} mayPropose={mayPropose} />
          {mayPropose &&
            (proposing ? (
              <Card title="Propose new rules">
                <div className={css['body']}>
                  <RulesForm
                    key={organisation}
                    organisation={organisation}
                    known={(confirmed[0] ?? { rules: firstRules }).rules}
                    onProposed={() => {
                      setProposing(false);
                      reload();
                    }}
                  />
                </div>
              </Card>
            ) : (
              <div>
                <Button variant="primary" onClick={() => setProposing(true)}>
                  Propose new rules
                </Button>
              </div>
            ))}
          <Earlier versions={data.filter((one) => one !== inForce && one.state !== 'waiting')} />
        </div>
      )}
    </>
  );
}

TicketRulesPage.help =
  'These rules set the laws, days to pay, reminders, holidays and courts for tickets. A state admin proposes new rules from a later day, or a holiday at short notice. A second state admin must confirm them. Ask a lawyer first, because a ticket keeps the rules of the day it was issued.';

const stateWords = {
  waiting: 'to be confirmed',
  confirmed: 'confirmed',
  refused: 'refused',
  'taken back': 'taken back',
  lapsed: 'not confirmed in time',
} as const satisfies Record<TicketRulesVersion['state'], string>;

function Earlier({ versions }: { versions: readonly TicketRulesVersion[] }) {
  if (versions.length === 0) return null;
  return (
    <Card title="Future, past and refused rules">
      <div className={css['body']}>
        {versions.map((version) => (
          <details key={version.id}>
            <summary>
              From {version.from}: {stateWords[version.state]}
              {version.refusal !== '' && `. ${version.refusal}`}
            </summary>
            <RulesFacts version={version} />
          </details>
        ))}
      </div>
    </Card>
  );
}

const lineOf = (rules: TicketRules, act: ActOfPower) =>
  [powerLine(rules.powers[act]), rules.powers[act].wording]
    .filter((part) => part !== '')
    .join(': ');

const reminderWords = (days: number): string =>
  days === 0
    ? 'on the due date'
    : `${plural(Math.abs(days), 'day')} ${days < 0 ? 'before' : 'after'}`;

const hour = (at: number) => `${String(at).padStart(2, '0')}:00`;

function RulesFacts({
  version: { rules, reason, by, at, state, decidedBy, decidedAt },
}: {
  version: TicketRulesVersion;
}) {
  const acts = Object.entries(actsOfPower) as [ActOfPower, string][];
  const kinds = obligationKinds.filter((kind) => rules.obligationDays[kind] !== null);
  return (
    <>
      <Facts
        title="Powers"
        facts={[
          ...acts.map(([act, label]) => ({
            label,
            value: lineOf(rules, act) || 'No law entered',
          })),
          { label: 'Offer to the driver', value: rules.offer },
        ]}
      />
      {rules.laws.length > 0 && (
        <Facts
          title="Laws for the offences"
          facts={rules.laws.map((one) => ({ label: one.offence, value: powerLine(one) }))}
        />
      )}
      <Facts
        title="Days"
        facts={[
          {
            label: 'Days to pay',
            value: `${rules.daysToPay} days${rules.toWorkingDay ? ', or the next working day' : ''}`,
          },
          {
            label: 'Reminders',
            value:
              rules.reminders.length > 0 &&
              `${rules.reminders.map(reminderWords).join(', ')}; ${hour(rules.sendsFrom)} to ${hour(rules.sendsUntil)}`,
          },
          { label: 'Referral to court', value: `${rules.referralDays} days after the due date` },
          {
            label: 'In court',
            value: rules.settlesUntilPlea && 'The driver can pay until they enter a plea',
          },
          { label: 'Objection answered', value: `within ${rules.answerDays} working days` },
          { label: 'Courts', value: rules.courts.join('; ') },
          {
            label: 'Holidays',
            value: rules.holidays.map(({ day, name }) => `${day} ${name}`).join('; '),
          },
        ]}
      />
      <Facts
        title="Obligations"
        facts={[
          ...kinds.map((kind) => ({
            label: obligations[kind].words,
            value: `${rules.obligationDays[kind] ?? ''} days`,
          })),
          {
            label: 'Must be done before clearance',
            value: rules.holds.map((kind) => obligations[kind].words).join(', ') || 'None',
          },
        ]}
      />
      <Facts
        title="Messages"
        facts={[
          ...writtenPurposes.map((purpose) => ({
            label: messagePurposes[purpose],
            value: rules.texts[purpose],
          })),
          {
            label: 'Price of one text message part',
            value: rules.partPrice !== null && `₦${rules.partPrice.toFixed(2)}`,
          },
        ]}
      />
      <p className="small quiet">
        {reason} ({by.name}, {dateOf(at)})
        {decidedBy && state !== 'taken back' && (
          <span className="block">
            {state === 'refused' ? 'Refused' : 'Confirmed'} by{' '}
            {deciderOf(decidedBy.name, decidedAt)}
          </span>
        )}
      </p>
    </>
  );
}
