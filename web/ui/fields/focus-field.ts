/** Brings the field with this id into view and puts the focus into it; false if there is none. */
export function focusField(id: string): boolean {
  const field = document.getElementById(id);
  if (field === null) return false;
  const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  field.focus({ preventScroll: true });
  field.scrollIntoView({ block: 'center', behavior: still ? 'auto' : 'smooth' });
  return true;
}
