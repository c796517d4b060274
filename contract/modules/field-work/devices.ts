import { z } from 'zod';
import { act } from '../../act.ts';
import { answer, instant } from '../../answers.ts';
import { deviceInstant } from '../../capture.ts';
import { endpoint } from '../../endpoint.ts';
import { ticketStages } from '../../owed.ts';
import { organisationSchema } from '../../places.ts';
import { keyIdShape, publicKeyShape } from '../../signed-tickets.ts';

const keyId = z.string().regex(keyIdShape);
const publicKey = z.string().regex(publicKeyShape, 'Enter the public key of this device.');

/** Days that a certificate holds; a device that has a network renews it long before. */
export const certificateDays = 30;

/** Whom the authority's certificates are for: another token of the same server is none. */
export const certificateAudience = 'hanya tickets';

/**
 * The claims of a device's certificate: a JWT (ES256) whose `kid` names the authority's key.
 * Seconds since 1970, UTC. A device without an organisation may sign tickets of each.
 */
export const certificateSchema = z.object({
  aud: z.literal(certificateAudience),
  sub: keyId,
  /** The time of this device's first certificate. */
  nbf: z.number(),
  exp: z.number(),
  key: publicKey,
  officer: z.object({ id: z.string(), name: z.string() }),
  organisation: organisationSchema.nullable(),
  zone: z.string().nullable(),
});
export type Certificate = z.infer<typeof certificateSchema>;

const certifiedSchema = z.strictObject({
  id: keyId,
  certificate: z.string(),
  validUntil: instant,
  /** The address before the public pages of tickets, such as `https://hanya.example`. */
  publicUrl: z.url(),
});

/**
 * Certifies the key with which this device signs tickets for the caller. Answers the certificate in
 * force until it must be renewed. 409 `device_revoked` for a key out of use, and
 * `too_many_devices`.
 */
export const certifyDevice = endpoint({
  method: 'POST',
  path: '/api/v1/device',
  permission: 'book',
  audit: 'user.device-certified',
  failure: 'ignored',
  body: z.strictObject({ key: publicKey }),
  response: answer(certifiedSchema),
});

/** A device needs this to check a ticket without a network. */
export const knownDevicesSchema = z.strictObject({
  publicUrl: z.url(),
  /** Null for an account that sees all of them. */
  organisation: organisationSchema.nullable(),
  /** The authority's own keys, the newest first. */
  keys: z.array(z.strictObject({ id: keyId, key: publicKey })),
  devices: z.array(
    z.strictObject({ id: keyId, certificate: z.string(), revokedAt: instant.nullable() }),
  ),
  /** To ask for what has changed since. */
  at: instant,
});
export type KnownDevices = z.infer<typeof knownDevicesSchema>;

/**
 * The devices whose tickets an officer may be shown: of all zones of the organisation, and of
 * accounts without a zone. With `since`, those that have changed. 403 beyond the scope.
 */
export const listKnownDevices = endpoint({
  method: 'GET',
  path: '/api/v1/device',
  permission: 'check a ticket',
  audit: null,
  failure: 'ignored',
  query: z.strictObject({
    organisation: organisationSchema.optional(),
    since: deviceInstant().optional(),
  }),
  response: answer(knownDevicesSchema),
});

/** A device that signs tickets for an account, or did. Times are UTC. */
export const deviceSchema = z.strictObject({
  id: keyId,
  /** The browser and the system, in plain words. */
  device: z.string(),
  since: instant,
  lastSeen: instant,
  validUntil: instant,
  revokedAt: instant.nullable(),
});
export type Device = z.infer<typeof deviceSchema>;

/** The devices that sign for one's own account, or for one in scope for those who may revoke them. */
export const listDevicesOf = endpoint({
  method: 'GET',
  path: '/api/v1/users/:id/devices',
  permission: 'end own session',
  audit: null,
  params: z.object({ id: z.string() }),
  response: answer(z.array(deviceSchema)),
});

/** From now on no ticket of a device is taken for genuine; answers all of the account. */
export const revokeDevice = act({
  method: 'DELETE',
  path: '/api/v1/users/:id/devices/:device',
  permission: 'end own session',
  of: 'user',
  audit: 'user.devices-revoked',
  final: true,
  proof: 'lately',
  params: z.object({ id: z.string(), device: z.string() }),
  response: answer(z.array(deviceSchema)),
});

/** The state of the ticket with a code, in naira and UTC. */
export const ticketStateSchema = z.strictObject({
  reference: z.string(),
  price: z.number(),
  stage: z.enum(ticketStages),
  issuedAt: instant,
  /** The time of payment, completion or withdrawal; null while it is issued. */
  since: instant.nullable(),
  /** A paper of an older version says what was corrected since. */
  version: z.number(),
  correctedAt: instant.nullable(),
  /**
   * The plate of a corrected booking as it is now, '' where it was booked by licence. Null for a
   * first version, and for callers of another organisation.
   */
  plate: z.string().nullable(),
});
export type TicketState = z.infer<typeof ticketStateSchema>;

/** The public page's content for those who check tickets; 404 until the ticket has arrived. */
export const readTicket = endpoint({
  method: 'GET',
  path: '/api/v1/ticket/:code',
  permission: 'check a ticket',
  audit: null,
  failure: 'ignored',
  params: z.object({ code: z.string() }),
  response: answer(ticketStateSchema),
});
