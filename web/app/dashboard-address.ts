import { useLocation, useNavigate } from 'react-router';
import { z } from 'zod';
import {
  organisationNames,
  organisationOfState,
  organisationSchema,
  type Organisation,
} from '#contract/places.ts';
import type { SignedInUser } from '#web/api/current-user.ts';

type Scope = Pick<SignedInUser, 'state'>;

const stepSchema = z.object({ step: z.literal('open') });

/** Every organisation; those out of a user's scope can't be chosen. */
export function organisationChoices({ state }: Scope) {
  const own = state === null ? null : organisationOfState(state);
  return organisationNames.map((value) => ({ value, disabled: own !== null && own !== value }));
}

/** What the address says, if it is in the user's scope; else the first organisation that is. */
export function chosenOrganisation(query: URLSearchParams, user: Scope): Organisation {
  const open = organisationChoices(user).filter(({ disabled }) => !disabled);
  const asked = organisationSchema.safeParse(query.get('organisation')).data;
  const found = open.find(({ value }) => value === asked) ?? open[0];
  return found?.value ?? organisationNames[0];
}

/** The dashboard's place in the address: whose figures, and the booking that is open over them. */
export function useDashboardAddress(user: Scope) {
  const location = useLocation();
  const navigate = useNavigate();
  const query = new URLSearchParams(location.search);
  const cameByOpening = stepSchema.safeParse(location.state).success;

  function go(name: 'organisation' | 'open', value: string, options = {}): void {
    const next = new URLSearchParams(query);
    if (value === '') next.delete(name);
    else next.set(name, value);
    void navigate({ search: next.toString() }, { preventScrollReset: true, ...options });
  }

  return {
    organisation: chosenOrganisation(query, user),
    opened: query.get('open') ?? '',
    choose: (organisation: Organisation) => go('organisation', organisation),
    open: (id: string) => go('open', id, { state: { step: 'open' } }),
    close: () => {
      if (cameByOpening) void navigate(-1);
      else go('open', '', { replace: true });
    },
  };
}
