import { useDebouncedCallback } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';
import type { ListSize } from '#web/api/area.ts';
import { count } from '#web/format/money.ts';
import { plural } from '#web/format/words.ts';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { NotOpen } from '#web/ui/feedback/not-open.tsx';
import type { Filter } from '#web/ui/filters/filter.ts';
import { ListScreen, type ListScreenProps } from '#web/ui/table/list-screen.tsx';
import { NoMatch } from '#web/ui/table/no-match.tsx';
import { countFilters, type ListSteps } from './list-address.ts';
import { useListScroll } from './scroll.ts';

/** The rows of a list, and how asking for them went. */
export interface ListedRows<Row> extends Pick<
  ListScreenProps<Row>,
  'rows' | 'loaded' | 'loading' | 'failure' | 'question'
> {
  /** The number of matches, on this page and the others. */
  size: ListSize;
  /** Left out where all rows are shown at once. */
  pages?: number;
  /** The reason why this person may not see the rows. */
  refused?: string | undefined;
  reload: () => void;
}

export interface AddressedListProps<Row> extends Omit<
  ListScreenProps<Row>,
  keyof ListedRows<Row> | 'search' | 'count' | 'filters' | 'onReload' | 'empty' | 'pager'
> {
  steps: Pick<ListSteps, 'address' | 'typed' | 'search' | 'clear' | 'turnTo' | 'resize'>;
  list: ListedRows<Row>;
  nouns: readonly [one: string, many: string];
  /** The placeholder of the search box; a list without it has no search box. */
  searched?: string | undefined;
  filters?: readonly Filter[] | undefined;
  /** Shown while there is nothing at all; a list without a search box always shows it. */
  empty: {
    heading: string;
    icon: ReactNode;
    words?: string;
    action?: ReactNode;
    /** Says where there are rows, also where a search or a filter finds none here. */
    elsewhere?: ReactNode;
  };
}

/** The list screen whose search, filters, page and scroll position are those of its address. */
export function AddressedList<Row>(props: AddressedListProps<Row>) {
  const { steps, list, nouns, searched, filters, empty, ...screen } = props;
  const { search, page, limit, filters: set } = steps.address;
  const { size, pages, refused, reload, ...shown } = list;
  const box = useSearchBox(steps);
  useListScroll(list.loaded && !list.loading);

  function clear(): void {
    if (filters === undefined) {
      box.clear();
      return;
    }
    box.forget();
    steps.clear();
  }

  function emptyWords(): ReactNode {
    if (refused !== undefined) return <NotOpen>{refused}</NotOpen>;
    const { heading, icon, words, action } = empty;
    const elsewhere = empty.elsewhere && <span className="block">{empty.elsewhere}</span>;
    const narrowed = filters === undefined ? 0 : countFilters(set);
    if ((searched !== undefined && search !== '') || narrowed > 0)
      return (
        <NoMatch
          heading={heading}
          search={searched === undefined ? '' : search}
          filters={narrowed}
          onClear={clear}
        >
          {elsewhere}
        </NoMatch>
      );
    return (
      <EmptyState icon={icon} heading={heading} action={action}>
        {words}
        {elsewhere}
      </EmptyState>
    );
  }

  return (
    <ListScreen
      {...screen}
      {...shown}
      search={
        searched === undefined
          ? undefined
          : { text: box.text, onType: box.type, placeholder: `Search ${searched}` }
      }
      count={sizeInWords(size, nouns)}
      filters={filters && { filters, onClear: clear }}
      onReload={reload}
      empty={emptyWords()}
      pager={
        pages === undefined
          ? undefined
          : {
              page: Math.min(page, pages),
              pages,
              onPage: steps.turnTo,
              limit,
              onLimit: steps.resize,
            }
      }
    />
  );
}

/** The number of records in a list, and the part of them that its pages show. */
function sizeInWords(
  { total, more, within }: ListSize,
  nouns: readonly [one: string, many: string],
): string {
  const known = plural(total, ...nouns);
  const some = more ? `More than ${known}` : known;
  if (within === undefined) return some;
  if (total > within) return `${some}, the newest ${count(within)} in this order`;
  return more ? some : `${known} among the newest ${count(within)}`;
}

/** Milliseconds after the last key before a search is sent. */
const sendAfter = 300;

/** The text of the search box: sent when typing pauses, and otherwise following the address. */
function useSearchBox({ address, typed, search }: Pick<ListSteps, 'address' | 'typed' | 'search'>) {
  const [text, setText] = useState(address.search);
  const [seen, setSeen] = useState(address.search);
  const send = useDebouncedCallback((next: string) => {
    if (next !== address.search) search(next);
  }, sendAfter);

  if (seen !== address.search) {
    setSeen(address.search);
    if (!typed) setText(address.search);
  }

  return {
    text,
    type: (next: string) => {
      setText(next);
      send(next.trim());
    },
    /** Drops what is typed but not sent yet; the caller changes the address. */
    forget: () => {
      send.cancel();
      setText('');
    },
    clear: () => {
      send.cancel();
      setText('');
      search('');
    },
  };
}
