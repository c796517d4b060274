import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';
import { headquarters, type Organisation } from '#contract/places.ts';
import { listUsers } from '#contract/users.ts';
import { call } from '#web/api/call.ts';
import { useCurrentUser } from '#web/api/store-hooks.ts';
import { useLoaded } from '#web/api/use-loaded.ts';
import { SearchFilter } from '#web/ui/filters/search-filter.tsx';

export interface PersonFilterProps {
  label: string;
  organisation: Organisation | undefined;
  /** What oneself is called, at the top; not there without it. */
  own?: string | undefined;
  value: string | undefined;
  onChoose: (id: string) => void;
}

/** As many colleagues as the filter shows at once; a name finds the others. */
const shown = 20;
/** Milliseconds after the last key before colleagues are searched. */
const findAfter = 300;

/** Colleagues in scope by name. */
export function PersonFilter({ label, organisation, own, value, onChoose }: PersonFilterProps) {
  const user = useCurrentUser();
  const [name, setName] = useState('');
  const findLater = useDebouncedCallback(setName, findAfter);
  const { data, failure, reload } = useLoaded(`people ${organisation} ${name}`, (signal) => {
    const query = { _searchfirstName: name || undefined, organisation, limit: shown };
    return call(listUsers, { query: { ...query, sort: 'name' }, signal });
  });
  const colleagues = (data?.data ?? []).map((one) => ({
    value: one.id,
    label: `${one.firstName} ${one.lastName}`,
    detail: `${one.role}, ${one.zone ?? headquarters}`,
  }));
  const self = user && own !== undefined && name === '' ? [{ value: user.id, label: own }] : [];
  const others = colleagues.filter(({ value: id }) => id !== self[0]?.value);
  return (
    <SearchFilter
      label={label}
      find={() => [...self, ...others]}
      onQuery={findLater}
      value={value}
      onChoose={onChoose}
      loading={
        data === null && failure === null ? `Loading the ${label.toLowerCase()}s` : undefined
      }
      problem={data === null ? failure : null}
      onRetry={reload}
    />
  );
}
