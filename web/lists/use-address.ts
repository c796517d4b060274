import { NavigationType, useLocation, useNavigate, useNavigationType } from 'react-router';
import { z } from 'zod';

/** Parts of an address; what is empty is left out of it. */
export type AddressParts = Readonly<
  Record<string, string | number | boolean | readonly string[] | null | undefined>
>;

export interface Step {
  /** The entry of the history is replaced: Back does not come here. */
  replace?: boolean;
  /** Steps of one name that follow each other are one step for Back. */
  joins?: string;
}

const stateSchema = z.object({ step: z.string() });
const openStep = 'open';

/** The record that is shown over a screen, by its id; '' for none. */
export const openRecord = { open: z.string().default('') };

/** Reads the query of an address. */
export function readAddress<Schema extends z.ZodType>(
  search: string,
  schema: Schema,
): z.output<Schema> {
  // The first of a name counts.
  return schema.parse(Object.fromEntries([...new URLSearchParams(search)].reverse()));
}

/** A query with some parts otherwise, and all others as they were. */
export function changedSearch(search: string, changes: AddressParts): string {
  const next = new URLSearchParams(search);
  for (const [name, value] of Object.entries(changes)) {
    const text = value === null || value === undefined ? '' : String(value);
    if (text === '') next.delete(name);
    else next.set(name, text);
  }
  // A comma may stand in a query as it is, and columns are easier to read so.
  const text = next.toString().replaceAll('%2C', ',');
  return text === '' ? '' : `?${text}`;
}

/**
 * What the address of a screen says, and the steps that change it. The schema makes something of
 * everything that an address may say; parts that it does not know stay as they are.
 */
export function useAddress<Schema extends z.ZodType>(schema: Schema) {
  const { search, pathname, ...location } = useLocation();
  const navigate = useNavigate();
  const type = useNavigationType();
  const cameBy = stateSchema.safeParse(location.state).data?.step;

  function goTo(next: string, { replace = false, joins }: Step = {}): void {
    void navigate(
      { pathname, search: next },
      {
        replace: replace || (joins !== undefined && joins === cameBy),
        state: joins === undefined ? null : { step: joins },
        preventScrollReset: true,
      },
    );
  }

  // Not what was last drawn: a search that is sent while a record opens would close it again.
  const change = (changes: AddressParts, step?: Step) =>
    goTo(changedSearch(window.location.search, changes), step);

  return {
    address: readAddress(search, schema),
    /** The query with some parts otherwise, for a link. */
    searchWith: (changes: AddressParts) => changedSearch(search, changes),
    change,
    goTo,
    open: (id: string) => {
      void navigate(
        { pathname, search: changedSearch(window.location.search, { open: id }) },
        { state: { step: openStep }, preventScrollReset: true },
      );
    },
    /** Where opening led here, Back has what was before. */
    close: () => {
      if (cameBy === openStep) void navigate(-1);
      else change({ open: '' }, { replace: true });
    },
    /** Whether the last step was of this name, and not Back or forward to one. */
    justCameBy: (name: string) => cameBy === name && type !== NavigationType.Pop,
  };
}
