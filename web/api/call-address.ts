type Values = Readonly<Record<string, unknown>>;

const asText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : '';

/** Fills in each `:name` of a path and adds the query, without its empty values. */
export function callAddress(path: string, params: Values = {}, query: Values = {}): string {
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(asText(params[name])),
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    const text = asText(value);
    if (text !== '') search.set(name, text);
  }
  const text = search.toString();
  return text === '' ? filled : `${filled}?${text}`;
}
