interface Section {
  id: string;
  letter: string;
  title: string;
  /** Its fields, in the order in which it shows them; those of rows begin with the name of the list. */
  fields: readonly string[];
}

export const sections = {
  overview: {
    id: 'collision-section-a',
    letter: 'A',
    title: 'Overview',
    fields: [
      'organisation',
      'zone',
      'team',
      'location',
      'position',
      'desc',
      'noOfCars',
      'noOfFatalities',
      'noOfInjuries',
    ],
  },
  vehicles: {
    id: 'collision-section-b',
    letter: 'B',
    title: 'Vehicle and Driver Details',
    fields: ['vehicle'],
  },
  evidence: {
    id: 'collision-section-c',
    letter: 'C',
    title: 'Evidence',
    fields: ['img', 'vid'],
  },
  witnesses: {
    id: 'collision-section-d',
    letter: 'D',
    title: 'Witness Statements',
    fields: ['witness'],
  },
  officers: {
    id: 'collision-section-e',
    letter: 'E',
    title: 'Attending Officer Statement',
    fields: ['officer', 'notes'],
  },
} as const satisfies Record<string, Section>;

export type SectionName = keyof typeof sections;

export const sectionNames = [
  'overview',
  'vehicles',
  'evidence',
  'witnesses',
  'officers',
] as const satisfies readonly SectionName[];

const order = sectionNames.flatMap((name): readonly string[] => sections[name].fields);

/** The field or list that the path of an error begins with. */
export const rootOf = (path: string): string => path.split('.')[0] ?? path;

/** The paths of errors in the order of the form. */
export function inFormOrder(paths: readonly string[]): string[] {
  const rank = (path: string) => order.indexOf(rootOf(path));
  return paths.toSorted(
    (one, other) => rank(one) - rank(other) || one.localeCompare(other, 'en', { numeric: true }),
  );
}
