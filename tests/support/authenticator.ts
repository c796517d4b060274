import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { Assertion, Registration } from '#contract/passkeys.ts';

/** What a forger, a copy or another page would do otherwise than the device of the owner. */
export interface Deviation {
  readonly origin?: string;
  readonly rpId?: string;
  readonly challenge?: string;
  /** True if the device looked at its owner: by finger, face or PIN. */
  readonly verified?: boolean;
  /** Signed by another key. */
  readonly forged?: boolean;
  readonly counter?: number;
}

export interface Authenticator {
  readonly id: string;
  readonly register: (challenge: string, deviation?: Deviation) => Registration;
  readonly answer: (challenge: string, deviation?: Deviation) => Assertion;
}

/** A device that makes one passkey and signs with it, for the pages at `origin`. */
export function createAuthenticator(origin: string): Authenticator {
  const pair = () => generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { privateKey, publicKey } = pair();
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const bytesOfId = randomBytes(16);
  const id = bytesOfId.toString('base64url');
  let count = 0;

  const clientData = (type: string, challenge: string, deviation: Deviation) =>
    Buffer.from(
      JSON.stringify({
        type,
        challenge: deviation.challenge ?? challenge,
        origin: deviation.origin ?? origin,
        crossOrigin: false,
      }),
    );
  /** RP id, flags and counter, and for a new passkey its id and key. */
  function authenticatorData(deviation: Deviation, made: Buffer = Buffer.alloc(0)): Buffer {
    count += 1;
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(deviation.counter ?? count);
    const flags = 0x01 | (deviation.verified === false ? 0 : 0x04) | (made.length > 0 ? 0x40 : 0);
    const rpId = deviation.rpId ?? new URL(origin).hostname;
    return Buffer.concat([sha256(Buffer.from(rpId)), Buffer.from([flags]), counter, made]);
  }

  return {
    id,
    register(challenge, deviation = {}) {
      const key = cbor(
        new Map<number, unknown>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, Buffer.from(x, 'base64url')],
          [-3, Buffer.from(y, 'base64url')],
        ]),
      );
      const made = Buffer.concat([
        Buffer.alloc(16),
        Buffer.from([0, bytesOfId.length]),
        bytesOfId,
        key,
      ]);
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authenticatorData(deviation, made)],
      ]);
      return {
        id,
        rawId: id,
        type: 'public-key',
        response: {
          clientDataJSON: clientData('webauthn.create', challenge, deviation).toString('base64url'),
          attestationObject: cbor(attestation).toString('base64url'),
          transports: ['internal'],
        },
      };
    },
    answer(challenge, deviation = {}) {
      const data = authenticatorData(deviation);
      const client = clientData('webauthn.get', challenge, deviation);
      const key = deviation.forged ? pair().privateKey : privateKey;
      return {
        id,
        rawId: id,
        type: 'public-key',
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: sign('sha256', Buffer.concat([data, sha256(client)]), key).toString(
            'base64url',
          ),
        },
      };
    },
  };
}

const sha256 = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest();

/** As much of CBOR as a passkey needs: whole numbers, text, bytes and maps. */
function cbor(value: unknown): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  if (typeof value === 'string') {
    const text = Buffer.from(value);
    return Buffer.concat([head(3, text.length), text]);
  }
  if (!(value instanceof Map)) throw new Error('This is not written here.');
  const entries = [...(value as Map<unknown, unknown>)];
  return Buffer.concat([head(5, entries.length), ...entries.flat().map(cbor)]);
}

function head(major: number, length: number): Buffer {
  const type = major << 5;
  if (length < 24) return Buffer.from([type | length]);
  if (length < 256) return Buffer.from([type | 24, length]);
  return Buffer.from([type | 25, length >> 8, length & 255]);
}
