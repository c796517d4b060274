import type { BodyOf } from '#contract/endpoint.ts';
import { folded, phoneKey } from '#contract/folding.ts';
import { accountStates, headquarters } from '#contract/places.ts';
import { staffRoles } from '#contract/roles.ts';
import { plainSentence } from '#contract/sentences.ts';
import { createUser, type ImportedRow } from '#contract/user-changes.ts';
import type { Outcome } from '#server/http/refusal.ts';
import { badFile, type Row } from '#server/lists/reading/rows.ts';
import { type AreasOf, whyNotPlaced, type Workplace } from './rules.ts';

/** Names of the columns, as they are compared. */
const names = {
  name: ['name', 'full name', 'names'],
  firstName: ['first name', 'firstname', 'other names', 'given name'],
  lastName: ['last name', 'lastname', 'surname', 'family name'],
  username: ['username', 'user name'],
  email: ['email', 'e mail', 'email address', 'e mail address', 'mail'],
  phone: ['phone', 'phone number', 'phone no', 'mobile', 'gsm', 'telephone'],
  role: ['role', 'position', 'rank'],
  state: ['state'],
  zone: ['zone', 'area', 'lga', 'local government'],
} as const;
type Name = keyof typeof names;

const nameParts = ['firstName', 'lastName'] as const;

const plain = (text: string): string =>
  folded(text)
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim();

/** A row with the account that it makes; null where it has a fault. */
interface Person {
  readonly row: ImportedRow;
  readonly body: BodyOf<typeof createUser> | null;
}

/** The people of a file, within the place of whoever adds them. 400 where no line names the columns. */
export function readPeople(
  rows: readonly Row[],
  holder: Workplace,
  areasOf: AreasOf,
): Outcome<Person[]> {
  const at = rows.findIndex(({ cells }) => columnsOf(cells).has('email'));
  const columns = columnsOf(rows[at]?.cells ?? []);
  const needed = ['email', 'role', 'zone', ...(columns.has('name') ? [] : nameParts)] as const;
  const missing = needed.filter((name) => !columns.has(name)).map((name) => names[name][0]);
  if (missing.length > 0)
    return badFile(
      `The file has no column ${missing.join(' or ')}. Download the template and fill it in.`,
    );
  const lines = new Map<string, number>();
  return rows.slice(at + 1).map(({ line, cells }) => {
    const person = readPerson(
      line,
      (name) => cells[columns.get(name) ?? -1] ?? '',
      holder,
      areasOf,
    );
    const { email } = person.row;
    const before = lines.get(email);
    if (before === undefined || email === '') lines.set(email, line);
    else
      person.row.faults.push(
        `Line ${before} has the same email address. Remove one of these lines.`,
      );
    return person.row.faults.length > 0 ? { ...person, body: null } : person;
  });
}

function columnsOf(cells: readonly string[]): ReadonlyMap<Name, number> {
  const columns = new Map<Name, number>();
  for (const [index, cell] of cells.entries())
    for (const [name, all] of Object.entries(names) as [Name, readonly string[]][])
      if (all.includes(plain(cell)) && !columns.has(name)) columns.set(name, index);
  return columns;
}

function readPerson(
  line: number,
  cell: (name: Name) => string,
  holder: Workplace,
  areasOf: AreasOf,
): Person {
  const whole = namesIn(cell('name'));
  const role = staffRoles.find((one) => plain(one) === plain(cell('role'))) ?? cell('role');
  const state = stateIn(cell('state'), holder);
  const zone = state === undefined ? undefined : zoneIn(cell('zone'), state, areasOf);
  const given = {
    firstName: cell('firstName') || whole.first,
    lastName: cell('lastName') || whole.last,
    username: cell('username'),
    email: cell('email'),
    // A spreadsheet takes the first nought of a number.
    phone: /^\d{10}$/.test(cell('phone')) ? phoneKey(cell('phone')) : cell('phone'),
    role,
    state: state ?? null,
    zone,
  };
  const parsed = createUser.body.safeParse(given, { error: plainSentence });
  // One sentence for each field is enough.
  const wrong = Map.groupBy(parsed.error?.issues ?? [], ({ path }) => path.join('.'));
  const faults = [...wrong.values()].flatMap(([first]) => (first ? [first.message] : []));
  if (state === undefined)
    faults.push(`Enter the state: ${accountStates.join(', ')}, or All states.`);
  const why =
    parsed.success && state !== undefined
      ? whyNotPlaced({ state, zone: parsed.data.zone ?? null }, holder, areasOf)
      : null;
  const advice =
    why?.code === 'invalid' ? ' Enter the zone as it is spelled in the list of zones, or Hq.' : '';
  if (why) faults.push(why.error + advice);
  return {
    row: {
      line,
      name: `${given.firstName} ${given.lastName}`.trim(),
      email: parsed.data?.email ?? given.email.toLowerCase(),
      role,
      place: [state ?? cell('state'), zone ?? (cell('zone') || headquarters)]
        .filter(Boolean)
        .join(', '),
      faults,
      exists: false,
    },
    body: parsed.data ?? null,
  };
}

/** A comma says that the surname stands first, as in nominal rolls: `ADEYEMI, Tolu`. */
function namesIn(name: string): { first: string; last: string } {
  const [surname = '', ...given] = name.split(',').map((part) => part.trim());
  if (given.length > 0) return { first: given.filter(Boolean).join(' '), last: surname };
  const [first = '', ...rest] = name.split(' ');
  return { first, last: rest.join(' ') };
}

/** Null for all states; undefined where it must be named. */
function stateIn(text: string, holder: Workplace): Workplace['state'] | undefined {
  const said = plain(text);
  if (said === '') return holder.state ?? undefined;
  if (said === 'all' || said === 'all states') return null;
  return accountStates.find((state) => said === plain(state) || said === `${plain(state)} frsc`);
}

const everyZone = ['hq', 'headquarters', 'all', 'all zones', 'hq all zones'];

/** Null for all zones; undefined where none is named. */
function zoneIn(
  text: string,
  state: Workplace['state'],
  areasOf: AreasOf,
): string | null | undefined {
  const said = plain(text);
  if (said === '') return undefined;
  if (everyZone.includes(said)) return null;
  return areasOf(state ?? '').find((area) => plain(area) === said) ?? text;
}
