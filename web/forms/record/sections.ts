import { plural } from '#web/format/words.ts';
import type { LaneSection } from '#web/ui/fields/section-lane.tsx';
import { rootOf } from '../refusal.ts';

/** A lettered part of a form. */
export interface Section {
  id: string;
  letter: string;
  title: string;
  /** Its fields, in the order in which it shows them; those of rows begin with the name of the list. */
  fields: readonly string[];
}
export type Sections = Readonly<Record<string, Section>>;

/** What the lane says of a section. */
export interface SectionState {
  line: string;
  done: boolean;
}

/** The sections of a form in their order, each with its letter and an id of its own. */
export function lettered<Name extends string>(
  form: string,
  parts: Readonly<Record<Name, Pick<Section, 'title' | 'fields'>>>,
): Readonly<Record<Name, Section>> {
  const sections = Object.entries<Pick<Section, 'title' | 'fields'>>(parts).map(
    ([name, part], place) => {
      const letter = 'ABCDEFGH'.charAt(place);
      return [name, { ...part, letter, id: `${form}-section-${letter.toLowerCase()}` }];
    },
  );
  return Object.fromEntries(sections) as Record<Name, Section>;
}

/** The fields in the order in which the form shows them. */
export const orderOf = (sections: Sections): string[] =>
  Object.values(sections).flatMap(({ fields }) => fields);

/** The lane of sections: what is so in each, and what is wrong once it is known. */
export function laneSections(
  sections: Sections,
  states: Readonly<Record<string, SectionState>>,
  wrong: readonly string[],
  current: string,
): LaneSection[] {
  return Object.entries(sections).map(([name, { id, letter, title, fields }]) => {
    const { line = '', done = false } = states[name] ?? {};
    const errors = wrong.filter((path) => fields.includes(rootOf(path))).length;
    const settled = done && errors === 0 ? 'done' : 'later';
    return {
      id,
      letter,
      title,
      line: errors === 0 ? line : `Check ${plural(errors, 'field')}`,
      state: id === current ? 'current' : settled,
    };
  });
}
