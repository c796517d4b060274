import { NavigationType, useLocation, useNavigate, useNavigationType } from 'react-router';
import { z } from 'zod';
import { withoutGaps, type ListFilters } from './filters.ts';
import {
  changedQuery,
  readListAddress,
  viewOfAddress,
  type ListAddress,
  type ListGrammar,
} from './query.ts';

/** Steps of one kind that follow each other are one step for Back. */
const joinedSteps = ['search', 'columns'] as const;
const stepSchema = z.object({ step: z.enum([...joinedSteps, 'open']) });
type Step = z.infer<typeof stepSchema>['step'];

/** A list's place in the address, and the ways to change it. */
export interface ListSteps<Sort extends string = string> {
  address: ListAddress<Sort>;
  /** Whether the search box itself led here; otherwise the box follows the address. */
  typed: boolean;
  /** What a kept view would hold. */
  view: string;
  search: (search: string) => void;
  /** Sets filters, or takes out those that are `undefined`; the others stay. */
  filter: (changes: ListFilters) => void;
  /** Takes out every filter and the search. */
  clear: () => void;
  sortBy: (sort: Sort) => void;
  /** null for the usual columns. */
  showColumns: (columns: readonly string[] | null) => void;
  /** Shows a kept view. */
  show: (view: string) => void;
  turnTo: (page: number) => void;
  /** Corrects a page beyond the end. */
  landOn: (page: number) => void;
  resize: (limit: number) => void;
  open: (id: string) => void;
  close: () => void;
}

/**
 * The place of a list in the address. Back undoes each step; typing on makes no further steps. Parts
 * of the address that the grammar does not know stay as they are.
 */
export function useListAddress<Sort extends string>(grammar: ListGrammar<Sort>): ListSteps<Sort> {
  const location = useLocation();
  const navigate = useNavigate();
  const type = useNavigationType();
  const address = readListAddress(location.search, grammar);
  const cameBy = stepSchema.safeParse(location.state).data?.step;

  function goTo(search: string, options: { replace?: boolean; state?: { step: Step } } = {}): void {
    void navigate(
      { pathname: location.pathname, search },
      { ...options, preventScrollReset: true },
    );
  }

  function go(changes: Partial<ListAddress<Sort>>, options?: Parameters<typeof goTo>[1]): void {
    // Not what was last drawn: a search that is sent while a record opens would close it again.
    goTo(changedQuery(window.location.search, changes, grammar), options);
  }

  const joining = (step: Step) => ({ replace: cameBy === step, state: { step } });
  const filtersNow = () => readListAddress(window.location.search, grammar).filters;

  return {
    address,
    typed: cameBy === 'search' && type !== NavigationType.Pop,
    view: viewOfAddress(address, grammar),
    search: (search) => go({ search, page: 1 }, joining('search')),
    filter: (changes) => go({ filters: withoutGaps({ ...filtersNow(), ...changes }), page: 1 }),
    clear: () => go({ search: '', filters: {}, page: 1 }),
    sortBy: (sort) => go({ sort, page: 1 }),
    showColumns: (columns) => go({ columns }, joining('columns')),
    show: (view) => goTo(view === '' ? '' : `?${view}`),
    turnTo: (page) => go({ page }),
    landOn: (page) => go({ page }, { replace: true }),
    resize: (limit) => go({ limit, page: 1 }),
    open: (id) => go({ open: id }, { state: { step: 'open' } }),
    close: () => {
      if (cameBy === 'open') void navigate(-1);
      else go({ open: '' }, { replace: true });
    },
  };
}
