/** A place for files beyond this machine: a bucket of any store that speaks S3. */
export interface S3Place {
  /** With protocol and port, such as https://s3.example:9000. */
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/**
 * Reads `s3://KEY:SECRET@host:port/bucket?region=…&tls=off`; `undefined` for anything else.
 * Key and secret are percent-encoded; without more, the region is us-east-1 and TLS is on.
 */
export function readFilesUrl(text: string): S3Place | undefined {
  if (!URL.canParse(text)) return undefined;
  const { protocol, username, password, host, pathname, searchParams, hash } = new URL(text);
  const bucket = /^\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])\/?$/.exec(pathname)?.[1];
  const { region = 'us-east-1', tls = 'on', ...others } = Object.fromEntries(searchParams);
  const known = (tls === 'on' || tls === 'off') && Object.keys(others).length === 0 && hash === '';
  if (protocol !== 's3:' || !known || !bucket || !host || !username || !password || !region)
    return undefined;
  try {
    return {
      endpoint: `${tls === 'on' ? 'https' : 'http'}://${host}`,
      region,
      bucket,
      accessKeyId: decodeURIComponent(username),
      secretAccessKey: decodeURIComponent(password),
    };
  } catch {
    return undefined;
  }
}
