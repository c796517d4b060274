import type { FastifyBaseLogger } from 'fastify';
import type { Consequences } from './acts/consequences.ts';
import type { Config } from './config/config.ts';
import type { Pools } from './db/database.ts';
import type { SecretBox } from './features/auth/secret-box.ts';
import type { Sessions } from './features/auth/sessions.ts';
import type { Tokens } from './features/auth/tokens.ts';
import type { FileAddresses } from './features/files/addresses.ts';
import type { Languages } from './features/languages/queries.ts';
import type { Lookups } from './features/lookups/commands.ts';
import type { Jobs } from './features/payments/jobs.ts';
import type { FileParts } from './gateways/file-parts.ts';
import type { FileStore } from './gateways/file-store.ts';
import type { Mailer } from './gateways/mail.ts';
import type { MessageGateways } from './gateways/message-gateway.ts';
import type { Gateways } from './gateways/payment-gateway.ts';
import type { OpenUpload } from './http/multipart.ts';
import type { Serve } from './http/serve.ts';
import type { DerivedKeys } from './process/derived-keys.ts';

/** What a feature may reach for. */
export interface Deps extends Pools {
  readonly config: Config;
  /** What the parts of the product do about each other's acts. */
  readonly consequences: Consequences;
  /** What pages of no organisation call the authority. */
  readonly authorityName: () => Promise<string>;
  /** The languages of pages of no organisation, such as the sign-in page. */
  readonly languagesOfAll: () => Promise<Languages>;
  readonly jobs: Jobs;
  readonly gateways: Gateways;
  readonly messages: MessageGateways;
  readonly mailer: Mailer;
  readonly store: FileStore;
  readonly parts: FileParts;
  readonly fileAddresses: FileAddresses;
  readonly serve: Serve;
  readonly openUpload: OpenUpload;
  readonly tokens: Tokens;
  readonly secretBox: SecretBox;
  readonly keysFor: DerivedKeys;
  readonly sessions: Sessions;
  readonly lookups: Lookups;
  /** A sentence for each file of the map that couldn't be used at the start. */
  readonly mapFaults: readonly string[];
  readonly log: FastifyBaseLogger;
}
