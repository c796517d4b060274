/** Bytes as megabytes: "42", and "0.3" where less than ten are in question. */
export function megabytes(bytes: number, of = bytes): string {
  const size = bytes / 1024 / 1024;
  return of < 10 * 1024 * 1024 ? size.toFixed(1) : String(Math.round(size));
}

/** A size as it is read: "312 KB", "4.2 MB". */
export function fileSize(bytes: number): string {
  return bytes < 1024 * 1024 ? `${Math.ceil(bytes / 1024)} KB` : `${megabytes(bytes)} MB`;
}
