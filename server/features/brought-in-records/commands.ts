import { createBooking } from '#contract/bookings.ts';
import {
  type bringInRecord,
  type SignedRecord,
  signedRecordSchema,
} from '#contract/brought-in-records.ts';
import type { BodyOf, ResponseOf } from '#contract/endpoint.ts';
import { createCollision } from '#contract/new-collisions.ts';
import { may } from '#contract/roles.ts';
import type { Deps } from '#server/deps.ts';
import { makeBooking } from '#server/features/bookings/commands.ts';
import { recordCollision } from '#server/features/collisions/commands.ts';
import { comingFilesOf } from '#server/features/collisions/queries.ts';
import type { BroughtIn } from '#server/features/late-records/commands.ts';
import { areasOf } from '#server/features/places/queries.ts';
import { whyNotUndone } from '#server/features/users/queries.ts';
import type { Actor, Caller } from '#server/http/caller.ts';
import { readAs } from '#server/http/read-schema.ts';
import { type Outcome, Refusal } from '#server/http/refusal.ts';
import { liesInScope, organisationFor, zoneFor } from '#server/scope/rules.ts';
import { findPhone } from './queries.ts';
import {
  altered,
  beyondPlace,
  hasSigned,
  jsonOf,
  mayNotMake,
  officerElsewhere,
  ownRecord,
  phoneRevoked,
  timeSinceMade,
  unknownPhone,
} from './rules.ts';

interface Brought {
  readonly record: ResponseOf<typeof bringInRecord>['data'];
  /** False for a repeat, and where the phone itself was quicker. */
  readonly isNew: boolean;
}

/**
 * Stores a record from a file of its officer's phone as that officer's: with their place, at the
 * price of the day on which it was made.
 */
export async function bringIn(
  deps: Deps,
  actor: Actor,
  caller: Caller,
  { device, words, signature, reason }: BodyOf<typeof bringInRecord>,
): Promise<Outcome<Brought>> {
  const phone = await findPhone(deps, caller, device);
  if (!phone) return unknownPhone;
  const { officer } = phone;
  if (officer.userId === caller.userId) return ownRecord;
  const second = await whyNotUndone(deps.db, caller.userId, officer.userId);
  if (second) return second;
  if (phone.isRevoked) return phoneRevoked;
  if (!hasSigned(phone.publicKey, words, signature)) return altered;
  const record = readAs(signedRecordSchema, jsonOf(words));
  if (record instanceof Refusal) return record;
  const onTheWay = timeSinceMade(record, phone.certifiedAt, new Date());
  if (onTheWay instanceof Refusal) return onTheWay;
  const { savedAt } = record;
  const broughtIn = { by: caller.userId, device, onTheWay, savedAt, reason };
  return store(deps, { actor, caller, officer }, record, broughtIn);
}

interface Who {
  readonly actor: Actor;
  /** The superior. */
  readonly caller: Caller;
  readonly officer: Caller;
}

/** Its words are held to the same schema, and stored by the same command, as if the phone sent them. */
async function store(
  deps: Deps,
  { actor, caller, officer }: Who,
  record: SignedRecord,
  broughtIn: BroughtIn,
): Promise<Outcome<Brought>> {
  const { _id, kind, madeAt, savedAt, toldPrice, files } = record;
  const capture = { madeAt, sentAt: savedAt };
  if (kind === 'booking') {
    const told = { ...capture, ...(toldPrice !== null && { toldPrice }) };
    const body = readAs(createBooking.body, { ...record.body, _id, capture: told });
    if (body instanceof Refusal) return body;
    const refusal = whyNotFor(caller, officer, createBooking, body);
    if (refusal) return refusal;
    const made = await makeBooking(deps, actor, officer, body, broughtIn);
    return made instanceof Refusal ? made : { record: { _id, files: [] }, isNew: made.isNew };
  }
  const body = readAs(createCollision.body, { ...record.body, _id, capture, coming: files });
  if (body instanceof Refusal) return body;
  const refusal = whyNotFor(caller, officer, createCollision, body);
  if (refusal) return refusal;
  const recorded = await recordCollision(deps, actor, officer, body, [], broughtIn);
  if (recorded instanceof Refusal) return recorded;
  return {
    record: { _id, files: await comingFilesOf(deps, _id) },
    isNew: recorded.isNew,
  };
}

type Placed = Parameters<typeof organisationFor>[0];

/** The officer must be one who makes such records there, and the superior reach that place. */
function whyNotFor(
  caller: Caller,
  officer: Caller,
  { permission }: typeof createBooking | typeof createCollision,
  sent: Placed,
): Refusal | null {
  if (!may(officer.role, permission)) return mayNotMake;
  const zone = zoneFor(sent.zone, officer.scope);
  const organisation = organisationFor({ ...sent, zone }, officer.scope, areasOf);
  if (organisation instanceof Refusal)
    return organisation.status === 403 ? officerElsewhere : organisation;
  const place = { organisation, zone, demo: officer.demo };
  return liesInScope(place, caller.scope) ? null : beyondPlace;
}
