import { useState } from 'react';
import {
  type DutyName,
  dutyWords,
  type HeldDuty,
  heldDuties,
  listDuties,
} from '#contract/duties.ts';
import { organisationNames, type Organisation, organisationOfState } from '#contract/places.ts';
import type { User } from '#contract/users.ts';
import { dataOf } from '#web/api/call.ts';
import { useLoaded } from '#web/api/use-loaded.ts';
import { DutyStanding } from '#web/records/duties/duty-standing.tsx';
import { FoldedSection } from '#web/records/history/folded-section.tsx';
import { ChoiceField } from '#web/ui/fields/choice-field.tsx';
import { IconShieldCheck } from '#web/ui/icons.ts';

const duties = Object.keys(heldDuties) as HeldDuty[];

/** What an account holds besides its role, loaded once unfolded. */
export function UserDuties({ user }: { user: User }) {
  const organisations = user.state ? [organisationOfState(user.state)] : organisationNames;
  return (
    <FoldedSection icon={<IconShieldCheck size={18} stroke={1.8} aria-hidden />} title="Duties">
      <div className="column gap-7">
        {organisations.map((organisation) => (
          <DutiesIn key={organisation} organisation={organisation} user={user.id} />
        ))}
      </div>
    </FoldedSection>
  );
}

/** Those that stand or wait, and one more by choice. */
function DutiesIn({ organisation, user }: { organisation: Organisation; user: string }) {
  const [chosen, setChosen] = useState<DutyName>(duties[0] ?? 'reviewer');
  const { data } = useLoaded(`${organisation} ${user}`, (signal) =>
    dataOf(listDuties, { query: { organisation, user }, signal }),
  );
  const standing = data?.filter(({ state }) => ['waiting', 'in force'].includes(state)) ?? [];
  const shown = new Set([...standing.map(({ duty }) => duty), chosen]);
  return (
    <>
      <ChoiceField
        label={`Duty in ${organisation}`}
        options={duties.map((duty) => ({ value: duty, label: dutyWords[duty] }))}
        value={chosen}
        onChange={({ currentTarget }) => setChosen(currentTarget.value as DutyName)}
      />
      {[...shown].map((duty) => (
        <DutyStanding key={duty} duty={duty} organisation={organisation} user={user} />
      ))}
    </>
  );
}
