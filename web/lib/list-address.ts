import { NavigationType, useLocation, useNavigate, useNavigationType } from 'react-router';
import { z } from 'zod';

const pageSizes = [10, 15, 20, 25] as const;

/** What the address of a list says. `open` is the id of the record shown over it, or ''. */
export interface ListAddress {
  search: string;
  page: number;
  limit: number;
  open: string;
}

const pageSchema = z.coerce.number().int().min(1).max(1_000_000).catch(1);
const limitSchema = z.coerce.number().pipe(z.literal(pageSizes)).catch(pageSizes[0]);
const stepSchema = z.object({ step: z.enum(['search', 'open']) });

/** Reads `?search=&page=&limit=&open=`; what makes no sense counts as not given. */
function readListAddress(query: string): ListAddress {
  const given = new URLSearchParams(query);
  return {
    search: (given.get('search') ?? '').trim().slice(0, 100),
    page: pageSchema.parse(given.get('page') ?? 1),
    limit: limitSchema.parse(given.get('limit') ?? pageSizes[0]),
    open: given.get('open') ?? '',
  };
}

/** Writes an address; what is as it is by default is left out. */
function writeListAddress({ search, page, limit, open }: ListAddress): string {
  const query = new URLSearchParams();
  if (search !== '') query.set('search', search);
  if (page !== 1) query.set('page', String(page));
  if (limit !== pageSizes[0]) query.set('limit', String(limit));
  if (open !== '') query.set('open', open);
  return query.size > 0 ? `?${query.toString()}` : '';
}

/** The list's place in the address. Back undoes each step; typing on makes no further steps. */
export function useListAddress() {
  const location = useLocation();
  const navigate = useNavigate();
  const type = useNavigationType();
  const address = readListAddress(location.search);
  const cameBy = stepSchema.safeParse(location.state).data?.step;

  function go(
    changes: Partial<ListAddress>,
    options: { replace?: boolean; state?: unknown },
  ): void {
    // Not what was last drawn: a search that is sent while a record opens would close it again.
    const now = readListAddress(window.location.search);
    const search = writeListAddress({ ...now, ...changes });
    void navigate(
      { pathname: location.pathname, search },
      { ...options, preventScrollReset: true },
    );
  }

  return {
    address,
    /** Whether the search box itself led here; otherwise the box follows the address. */
    typed: cameBy === 'search' && type !== NavigationType.Pop,
    search: (search: string) =>
      go({ search, page: 1 }, { replace: cameBy === 'search', state: { step: 'search' } }),
    turnTo: (page: number) => go({ page }, {}),
    /** Corrects a page beyond the end. */
    landOn: (page: number) => go({ page }, { replace: true }),
    resize: (limit: number) => go({ limit, page: 1 }, {}),
    open: (id: string) => go({ open: id }, { state: { step: 'open' } }),
    close: () => {
      if (cameBy === 'open') void navigate(-1);
      else go({ open: '' }, { replace: true });
    },
  };
}
export type ListSteps = ReturnType<typeof useListAddress>;
