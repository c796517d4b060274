import type { KeyboardEvent } from 'react';

/**
 * On a device that is touched, Enter in a line of text moves on to the next field, as its key says,
 * instead of submitting a form that is half filled in. For `onKeyDown` of a form.
 */
export function enterGoesOn(event: KeyboardEvent<HTMLFormElement>): void {
  const { target, currentTarget } = event;
  if (event.key !== 'Enter' || event.nativeEvent.isComposing || event.defaultPrevented) return;
  if (!(target instanceof HTMLInputElement) || target.enterKeyHint !== 'next') return;
  if (!window.matchMedia('(pointer: coarse)').matches) return;
  event.preventDefault();
  const fields = [...currentTarget.elements].filter(isField);
  fields[fields.indexOf(target) + 1]?.focus();
}

function isField(element: Element): element is HTMLInputElement | HTMLTextAreaElement {
  if (element instanceof HTMLTextAreaElement) return true;
  const skipped = ['checkbox', 'file', 'hidden'];
  return element instanceof HTMLInputElement && !skipped.includes(element.type);
}
