// Writes the tables of docs/acts.md from the endpoints, the roles and the parts of the product; with
// --check it fails where the document says something else.
import { heldDuties } from '../contract/duties.ts';
import { endpoints } from '../contract/endpoints.ts';
import { eventWords } from '../contract/events.ts';
import { driverMessages } from '../contract/modules/after-ticket/message-texts.ts';
import { permissions, roles, staffRoles } from '../contract/roles.ts';
import { waitingKinds } from '../contract/waiting.ts';
import { allParts as parts } from '../server/modules.ts';
import { table, writePart } from './lib/generated-part.mjs';

/** What each hook of a part does about an event, in the order in which they are asked. */
const hooks = { looksFirst: 'looks first', stops: 'may stop it', follows: 'follows' };

const seconds = {
  waits: 'confirms it later',
  confirms: 'does it, after the first has begun',
  undoes: 'does it, who doesn’t know the password of the first',
};

const proofs = { lately: 'yes', 'for rights': 'where rights change' };

/** What is taken as a file is noted too, always by the list or report that shows it. */
const isFile = ({ method, audit }) => method === 'GET' && audit.endsWith('.exported');
const changes = Object.values(endpoints).filter((call) => call.audit !== null && !isFile(call));
const acts = ['act', 'call', 'who', 'duty', 'second person', 'proof', 'for good', 'what follows'];
const followed = Object.keys(eventWords).filter((event) => aboutEvent(event).length > 0);

writePart(
  'docs/acts.md',
  'acts',
  `${table(acts, changes.map(rowOf))}\n\n## What follows from an event\n\n${table(
    ['event', 'the parts, in order'],
    followed.map((event) => [eventWords[event], aboutEvent(event).join('; ')]),
  )}\n\n## What waits to be decided\n\n${table(
    ['queue', 'who decides'],
    Object.values(waitingKinds).map(({ title, needs }) => [title, whoMay(needs)]),
  )}\n\n`,
  'acts',
);

function rowOf({ method, path, permission, duty, ruleOfTwo, proof, final, ...act }) {
  const events = [act.audit, ...Object.values(act.outcomes ?? {})];
  return [
    events.map((event) => eventWords[event]).join('; or: '),
    `\`${method} ${path}\``,
    whoMay(permission),
    duty ? heldDuties[duty] : '',
    ruleOfTwo ? seconds[ruleOfTwo] : '',
    proof ? proofs[proof] : '',
    final ? 'yes' : '',
    [...new Set(events.flatMap(aboutEvent))].join('; '),
  ];
}

function whoMay(permission) {
  if (permission === 'public') return 'everybody';
  const may = permissions[permission];
  const who = [
    [roles, 'all roles'],
    [staffRoles, 'all but guests'],
  ].find(([all]) => all.length === may.length && all.every((role) => may.includes(role)));
  return `${permission}: ${who?.[1] ?? may.join(', ')}`;
}

/** The parts that do something about an event, in their order, and what the driver is told. */
function aboutEvent(event) {
  const told = Object.values(driverMessages).filter(({ after }) => after === event);
  return [
    ...Object.entries(hooks).flatMap(([hook, does]) =>
      parts.filter((part) => part[hook]?.[event]).map(({ name }) => `${name} ${does}`),
    ),
    ...told.map(({ words }) => `the driver is told “${words}”`),
  ];
}
