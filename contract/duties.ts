import { z } from 'zod';
import { answer, instant } from './answers.ts';
import { dayRange } from './day-range.ts';
import { endpoint } from './endpoint.ts';
import { personSchema } from './people.ts';
import { organisationSchema } from './places.ts';
import { decisionSchema } from './second-person.ts';
import { requiredText } from './text.ts';

/** The duties that an account may hold besides its role; another one is one more word. */
export const heldDuties = {
  reviewer: 'Questions reviewer',
  finance: 'Finance',
  'dispute officer': 'Objections officer',
  'court officer': 'Court officer',
  'yard keeper': 'Yard keeper',
  examiner: 'Examiner',
  auditor: 'Auditor',
} as const;

/** With the switches of an organisation, which nobody holds. */
export const dutyWords = {
  ...heldDuties,
  questions: 'Questions about records',
  messages: 'Messages to drivers',
} as const;
export type DutyName = keyof typeof dutyWords;
export type HeldDuty = keyof typeof heldDuties;
export type Switch = Exclude<DutyName, HeldDuty>;
const dutyNames = Object.keys(dutyWords) as [DutyName, ...DutyName[]];
const isHeld = (duty: DutyName): boolean => duty in heldDuties;

export const dutySchema = z.strictObject({
  id: z.string(),
  duty: z.enum(dutyNames),
  /** The id of its holder; null of a switch. */
  user: z.string().nullable(),
  organisation: organisationSchema,
  /** Its last day in Africa/Lagos; null without an end. One that is over is `ended`. */
  until: z.string().nullable(),
  state: z.enum(['waiting', 'in force', 'refused', 'taken back', 'ended']),
  /** The id and name of whoever proposed it. */
  proposer: z.string(),
  proposedBy: z.string(),
  proposedAt: instant,
  /** Null while it waits. */
  decidedBy: z.string().nullable(),
  decidedAt: instant.nullable(),
  /** The reason of a refusal; else ''. */
  refusal: z.string(),
  /** Switching it off waits for a second person; null where it doesn't. */
  ending: z.strictObject({ by: personSchema, at: instant, reason: z.string() }).nullable(),
});
export type Duty = z.infer<typeof dutySchema>;

/** The newest row of each duty of an account, or without one of each switch. 404 beyond the scope. */
export const listDuties = endpoint({
  method: 'GET',
  path: '/api/v1/duty',
  permission: 'see users',
  audit: null,
  query: z.strictObject({
    user: z.string().max(26).optional(),
    organisation: organisationSchema.optional(),
  }),
  response: answer(z.array(dutySchema)),
});

/**
 * Proposes a duty for another account, or a switch; it counts once another state admin confirms it.
 * 404 for an account beyond the scope, 409 for oneself, and where one waits or is in force.
 */
export const proposeDuty = endpoint({
  method: 'POST',
  path: '/api/v1/duty',
  permission: 'give duties',
  audit: 'duty.proposed',
  proof: 'lately',
  ruleOfTwo: 'waits',
  body: z
    .strictObject({
      duty: z.enum(dutyNames, 'Select a duty.'),
      user: z.string().max(26).optional(),
      organisation: organisationSchema.optional(),
      until: dayRange.to.optional(),
    })
    .refine(({ duty, user }) => isHeld(duty) === (user !== undefined), {
      path: ['user'],
      message: 'A duty needs a person, and a switch must not have one.',
    }),
  response: answer(dutySchema),
});

const dutyParams = z.object({ id: z.string() });

/** Another state admin gives it, or refuses. 409 for its proposer, its holder and a decided one. */
export const decideDuty = endpoint({
  method: 'PUT',
  path: '/api/v1/duty/:id/decision',
  permission: 'give duties',
  audit: 'duty.given',
  proof: 'lately',
  ruleOfTwo: 'confirms',
  params: dutyParams,
  body: decisionSchema,
  response: answer(dutySchema),
});

/**
 * Ends a duty in force at once, or takes back one's own proposal. 403 for a proposal of another, 409
 * for a switch that is on.
 */
export const endDuty = endpoint({
  method: 'DELETE',
  path: '/api/v1/duty/:id',
  permission: 'give duties',
  audit: 'duty.ended',
  proof: 'lately',
  params: dutyParams,
  response: answer(dutySchema),
});

/** Proposes to switch off what two people have switched on. 409 where that waits, and for a duty. */
export const proposeSwitchOff = endpoint({
  method: 'POST',
  path: '/api/v1/duty/:id/end',
  permission: 'give duties',
  audit: 'switch.off-proposed',
  proof: 'lately',
  ruleOfTwo: 'waits',
  params: dutyParams,
  body: z.strictObject({ reason: requiredText(500, 'Enter a reason for turning the switch off.') }),
  response: answer(dutySchema),
});

/** Another state admin switches it off, or refuses. 409 for its proposer, and where nothing waits. */
export const decideSwitchOff = endpoint({
  method: 'PUT',
  path: '/api/v1/duty/:id/end',
  permission: 'give duties',
  audit: 'duty.ended',
  proof: 'lately',
  ruleOfTwo: 'confirms',
  params: dutyParams,
  body: decisionSchema,
  response: answer(dutySchema),
});

/** Takes back what one has proposed and nobody has decided. 403 for a proposal of another. */
export const takeBackSwitchOff = endpoint({
  method: 'DELETE',
  path: '/api/v1/duty/:id/end',
  permission: 'give duties',
  audit: 'switch.off-taken-back',
  proof: 'lately',
  params: dutyParams,
  response: answer(dutySchema),
});
