import type { ComponentType, ReactNode, Ref } from 'react';

/** The props of a link in a chart. */
export interface ChartLinkProps {
  to: string;
  className: string;
  'aria-label'?: string;
  tabIndex?: number;
  ref?: Ref<HTMLAnchorElement>;
  onFocus?: () => void;
  children: ReactNode;
}

/** The router's link. */
export type ChartLink = ComponentType<ChartLinkProps>;
