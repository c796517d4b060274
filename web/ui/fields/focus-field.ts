/** Scrolls to the field with this id and focuses it; false if there is none. */
export function focusField(id: string): boolean {
  const field = document.getElementById(id);
  if (field === null) return false;
  const reducedMotion = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  field.focus({ preventScroll: true });
  field.scrollIntoView({ block: 'center', behavior: reducedMotion ? 'auto' : 'smooth' });
  return true;
}
