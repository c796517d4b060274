import { userSorts, type UserSort } from '#contract/users.ts';
import type { ListSteps } from '#web/lists/address.ts';

const words: Record<UserSort, string> = {
  createdAt: 'Added first',
  name: 'Name, A to Z',
  '-name': 'Name, Z to A',
  role: 'Role, state admins first',
  '-role': 'Role, observers first',
  zone: 'Zone, headquarters first',
  '-zone': 'Zone, Z to A',
  '-lastActive': 'Last active first',
  lastActive: 'Longest away first',
};

/** How the users are sorted, as a choice in words: a phone has no headers to press. */
export function userSortChoice({ address, sortBy }: ListSteps<UserSort>) {
  return {
    value: address.sort,
    options: userSorts.map((value) => ({ value, label: words[value] })),
    onChange: (value: string) => {
      const sort = userSorts.find((known) => known === value);
      if (sort) sortBy(sort);
    },
  };
}
