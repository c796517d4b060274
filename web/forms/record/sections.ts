import type { Say } from '#contract/language.ts';
import type { SectionNavItem } from '#web/ui/fields/section-nav.tsx';
import { rootOf } from '../refusal.ts';

/** A lettered part of a form. */
export interface Section {
  id: string;
  letter: string;
  /** In English. */
  title: string;
  /** Its fields in their order; the fields of rows count under the name of their list. */
  fields: readonly string[];
}
export type Sections = Readonly<Record<string, Section>>;

/** A section in the section list, in the reader's language. */
export interface SectionState {
  line: string;
  done: boolean;
}

/** The sections of a form in their order, with letters and ids. */
export function lettered<Name extends string>(
  form: string,
  parts: Readonly<Record<Name, Pick<Section, 'title' | 'fields'>>>,
): Readonly<Record<Name, Section>> {
  const sections = Object.entries<Pick<Section, 'title' | 'fields'>>(parts).map(
    ([name, part], index) => {
      const letter = 'ABCDEFGH'.charAt(index);
      return [name, { ...part, letter, id: `${form}-section-${letter.toLowerCase()}` }];
    },
  );
  return Object.fromEntries(sections) as Record<Name, Section>;
}

/** All fields of a form in their order. */
export const orderOf = (sections: Sections): string[] =>
  Object.values(sections).flatMap(({ fields }) => fields);

/** The sections as the section list shows them; `wrong` are the paths of all errors. */
export function sectionEntries(
  sections: Sections,
  states: Readonly<Record<string, SectionState>>,
  wrong: readonly string[],
  current: string,
  say: Say,
): SectionNavItem[] {
  return Object.entries(sections).map(([name, { id, letter, title, fields }]) => {
    const { line = '', done = false } = states[name] ?? {};
    const errors = wrong.filter((path) => fields.includes(rootOf(path))).length;
    const settled = done && errors === 0 ? 'done' : 'later';
    return {
      id,
      letter,
      title: say(title),
      line: errors === 0 ? line : say.count(errors, 'Check {count} field', 'Check {count} fields'),
      state: id === current ? 'current' : settled,
    };
  });
}
