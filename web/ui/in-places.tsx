import { Fragment, type ReactNode } from 'react';

/** A sentence with elements in its places, such as a link in `{link}`. */
export const inPlaces = (
  sentence: string,
  elements: Readonly<Record<string, ReactNode>>,
): ReactNode =>
  sentence
    .split(/\{(\w+)\}/)
    .map((part, index) => (
      <Fragment key={index}>{index % 2 === 0 ? part : elements[part]}</Fragment>
    ));
