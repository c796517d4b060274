import { heldDuties } from '#contract/duties.ts';
import { organisationNames, organisationOfState } from '#contract/places.ts';
import type { User } from '#contract/users.ts';
import { DutyStanding } from '#web/records/duties/duty-standing.tsx';
import { FoldedSection } from '#web/records/history/folded-section.tsx';
import { IconShieldCheck } from '#web/ui/icons.ts';

const duties = Object.keys(heldDuties) as (keyof typeof heldDuties)[];

/** What an account holds besides its role, loaded once unfolded. */
export function UserDuties({ user }: { user: User }) {
  const organisations = user.state ? [organisationOfState(user.state)] : organisationNames;
  return (
    <FoldedSection icon={<IconShieldCheck size={18} stroke={1.8} aria-hidden />} title="Duties">
      <div className="column gap-7">
        {organisations.flatMap((organisation) =>
          duties.map((duty) => (
            <DutyStanding
              key={`${organisation} ${duty}`}
              {...{ duty, organisation }}
              user={user.id}
            />
          )),
        )}
      </div>
    </FoldedSection>
  );
}
