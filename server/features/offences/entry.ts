/** An offence as the catalogue writes it: id, name, naira, payment code, and any extra sanction. */
export type Entry = readonly [
  id: string,
  name: string,
  naira: number,
  code: string,
  penalty?: string,
];
