type ClassName = string | false | null | undefined;

/** Joins the class names that are set. */
export function classNames(...names: readonly ClassName[]): string {
  return names.filter(Boolean).join(' ');
}
