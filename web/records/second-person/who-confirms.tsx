import { decisionKindOf, type ProposalKind, secondPersonNeeds } from '#contract/decisions.ts';
import { heldDuties } from '#contract/duties.ts';
import type { QueryOf } from '#contract/endpoint.ts';
import { permissions } from '#contract/roles.ts';
import { listSecondPeople, type SecondPerson } from '#contract/second-person.ts';
import { call } from '#web/api/call.ts';
import { useLoaded } from '#web/api/use-loaded.ts';
import { momentOf } from '#web/format/time.ts';
import { joinWithAnd } from '#web/format/words.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';

type Asked = QueryOf<typeof listSecondPeople>;

/** The people who can confirm a proposal made here, or the reason why nobody can, with advice. */
export function WhoConfirms(asked: Asked) {
  const { data } = useLoaded(JSON.stringify(asked), (signal) =>
    call(listSecondPeople, { query: asked, signal }),
  );
  if (data === null) return null;
  const able = data.data.filter((person) => person.not === null);
  if (able.length > 0)
    return <p className="small quiet">{namesOf(able.map(({ name }) => name))} can confirm this.</p>;
  return (
    <Notice kind="warn">
      <p>
        <b>Nobody can confirm this yet.</b>
      </p>
      {data.data.map((person) => (
        <p key={person.id}>
          {person.name}: {whyNot(person)}
        </p>
      ))}
      <p>
        You need another {decidersOf(asked.for)}. That person cannot be somebody you added, or
        somebody who added you. Another state admin, or the person who runs the server, can add an
        account for that person. A new account can confirm after three days.
      </p>
    </Notice>
  );
}

/** The roles that decide proposals of a kind, such as "zonal head or state admin". */
export const decidersOf = (kind: ProposalKind): string =>
  permissions[secondPersonNeeds[kind]]
    .map((role) => {
      const { duty } = decisionKindOf(kind);
      return role === 'booking officer' && duty ? heldDuties[duty].toLowerCase() : role;
    })
    .toReversed()
    .join(' or ');

/** The first few names of many. */
const namesOf = (names: readonly string[]): string =>
  names.length > 4
    ? `${names.slice(0, 3).join(', ')} and ${names.length - 3} others`
    : joinWithAnd(names);

function whyNot({ not, from }: SecondPerson): string {
  if (not === 'first password')
    return 'has not yet used the link in the email to set their own password.';
  if (not === 'related account') return 'one of you added the other’s account.';
  return `the account is new, so this person can confirm only from ${momentOf(from ?? '')}.`;
}
