/** A phone number that calls; null when there is none. */
export function phoneLink(phone: string) {
  return phone === '' ? null : <a href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`}>{phone}</a>;
}
