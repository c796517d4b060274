/** A file of a multipart body, under the name that the endpoint gives it. */
export interface SentFile {
  readonly name: string;
  readonly file: File;
}

/**
 * A multipart body: strings as they are, '' for null, everything else as JSON, then the files.
 * Undefined fields are left out.
 */
export function multipartOf(body: unknown, files: readonly SentFile[] = []): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(body ?? {}) as [string, unknown][]) {
    if (value !== undefined) form.append(name, fieldOf(value));
  }
  for (const { name, file } of files) form.append(name, file, file.name);
  return form;
}

function fieldOf(value: unknown): string {
  if (value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
