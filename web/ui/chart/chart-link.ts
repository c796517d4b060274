import type { ComponentType, ReactNode, Ref } from 'react';

/** What a link of the router is given. */
export interface ChartLinkProps {
  to: string;
  className: string;
  'aria-label'?: string;
  tabIndex?: number;
  ref?: Ref<HTMLAnchorElement>;
  onFocus?: () => void;
  children: ReactNode;
}

/** The router's link, which draws everything in a chart that opens something. */
export type ChartLink = ComponentType<ChartLinkProps>;
