import { NavigationType, useLocation, useNavigate, useNavigationType } from 'react-router';
import { z } from 'zod';
import { passOwnStep } from '#web/ui/overlay/use-back.ts';

/** Parts of a query; empty ones are left out of it. */
export type AddressParts = Readonly<
  Record<string, string | number | boolean | readonly string[] | null | undefined>
>;

export interface Step {
  /** Replaces the entry of the history, so that Back doesn't come here. */
  replace?: boolean;
  /** Successive steps of the same name are one step for Back. */
  joins?: string;
}

const stateSchema = z.object({ step: z.string() });
const openStep = 'open';

/** The state of a step that opens a record from another screen: closing it leads back there. */
export const openingState = { step: openStep };

/** The id of the record that is open over a screen; '' for none. */
export const openRecord = { open: z.string().default('') };

/** Reads the query of an address. */
export function readAddress<Schema extends z.ZodType>(
  search: string,
  schema: Schema,
): z.output<Schema> {
  // If a part stands twice, the first counts.
  return schema.parse(Object.fromEntries([...new URLSearchParams(search)].reverse()));
}

/** A query with some parts changed. */
export function changedSearch(search: string, changes: AddressParts): string {
  const next = new URLSearchParams(search);
  for (const [name, value] of Object.entries(changes)) {
    const text = value === null || value === undefined ? '' : String(value);
    if (text === '') next.delete(name);
    else next.set(name, text);
  }
  // A query may contain commas, and columns are easier to read with them.
  const text = next.toString().replaceAll('%2C', ',');
  return text === '' ? '' : `?${text}`;
}

/**
 * The content of a screen's address, and the steps that change it. The schema must accept every
 * address; parts that it doesn't know stay as they are.
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
      },
    );
  }

  // Changes the present address rather than the one last rendered: a search that is sent while a
  // record opens would close it again.
  const change = (changes: AddressParts, step?: Step) =>
    goTo(changedSearch(window.location.search, changes), step);

  return {
    address: readAddress(search, schema),
    /** The query with some parts changed, for a link. */
    searchWith: (changes: AddressParts) => changedSearch(search, changes),
    change,
    goTo,
    open: (id: string) => {
      void navigate(
        { pathname, search: changedSearch(window.location.search, { open: id }) },
        { state: openingState },
      );
    },
    /** Changes the address while a record stays open: Back and closing lead to where it was opened. */
    changeBeneath: (changes: AddressParts) => {
      void navigate(
        { pathname, search: changedSearch(window.location.search, changes) },
        { replace: true, state: cameBy === undefined ? null : { step: cameBy } },
      );
    },
    /** Goes back if opening the record led here, so that the history has no extra entry. */
    close: () => {
      if (cameBy === openStep) {
        passOwnStep();
        void navigate(-1);
      } else change({ open: '' }, { replace: true });
    },
    /** True if a step of this name led here, rather than Back or forward. */
    justCameBy: (name: string) => cameBy === name && type !== NavigationType.Pop,
  };
}
