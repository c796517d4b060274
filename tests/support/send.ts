/** A request that no client of ours would send. */
export interface Sent {
  readonly method?: string;
  readonly token?: string | null;
  readonly type?: string | null;
  readonly headers?: Record<string, string>;
  readonly body?: string | Buffer<ArrayBuffer>;
}

/** Sends exactly these bytes; without `type` they are called JSON. */
export function send(
  address: string,
  { method = 'POST', token = null, type, headers, body }: Sent = {},
): Promise<Response> {
  return fetch(address, {
    method,
    headers: {
      ...(token !== null && { authorization: `Bearer ${token}` }),
      ...(type !== null && body !== undefined && { 'content-type': type ?? 'application/json' }),
      ...headers,
    },
    // A Blob without a type gets no content type from fetch.
    ...(body !== undefined && { body: new Blob([body]) }),
  });
}
