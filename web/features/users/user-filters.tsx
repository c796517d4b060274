import { placeFilters } from '#contract/list-filters.ts';
import { staffRoles } from '#contract/roles.ts';
import { userNarrowing } from '#contract/users.ts';
import {
  type FilterSteps,
  shownFilters,
  usePlaceFilters,
} from '#web/lists/place-and-day-filters.tsx';
import { ChoiceFilter } from '#web/ui/filters/choice-filter.tsx';
import type { Filter } from '#web/ui/filters/filter.ts';
import { roleName } from './user-words.ts';

export const narrowing = { ...userNarrowing, organisation: placeFilters.organisation };
export type UserNarrowing = typeof narrowing;

const seen = { lately: 'Within 30 days', 'long ago': 'More than 30 days ago', never: 'Never' };
const passwords = { false: 'Not set by the user', true: 'Set by the user' };
const factors = { true: 'Set up', false: 'Not set up' };
const roles = Object.fromEntries(staffRoles.map((role) => [role, roleName(role)]));

/** Place, role, and how far an account has come into use. */
export function useUserFilters({ filters, filter }: FilterSteps<UserNarrowing>): Filter[] {
  const one = (
    key: 'role' | 'seen' | 'ownPassword' | 'secondFactor',
    label: string,
    choices: Readonly<Record<string, string>>,
  ): Filter => {
    const value = filters[key] === undefined ? undefined : String(filters[key]);
    return {
      key,
      label,
      value: value === undefined ? null : (choices[value] ?? value),
      onRemove: () => filter({ [key]: undefined }),
      render: (done) => (
        <ChoiceFilter
          label={label}
          choices={Object.entries(choices).map(([name, words]) => ({ value: name, label: words }))}
          value={value}
          onChoose={(chosen) => {
            filter({ [key]: narrowing[key].parse(chosen) });
            done();
          }}
        />
      ),
    };
  };
  return shownFilters([
    ...usePlaceFilters({ filters, filter }),
    one('role', 'Role', roles),
    one('seen', 'Last active', seen),
    one('ownPassword', 'Password', passwords),
    one('secondFactor', 'Second factor', factors),
  ]);
}
