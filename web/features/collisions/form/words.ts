/** "2 vehicles", "1 image". */
export function plural(count: number, noun: string, nouns = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : nouns}`;
}

/** "zone, number of vehicles and evidence". */
export function listed(items: readonly string[]): string {
  const last = items.at(-1) ?? '';
  return items.length < 2 ? last : `${items.slice(0, -1).join(', ')} and ${last}`;
}

export function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Bytes as megabytes: "42", and "0.3" where less than ten are in question. */
export function megabytes(bytes: number, of = bytes): string {
  const size = bytes / 1024 / 1024;
  return of < 10 * 1024 * 1024 ? size.toFixed(1) : String(Math.round(size));
}
