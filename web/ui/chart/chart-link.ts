import type { ComponentType, ReactNode } from 'react';

/** The props of a link in a chart. */
export interface ChartLinkProps {
  to: string;
  className: string;
  'aria-label'?: string;
  onFocus?: () => void;
  children: ReactNode;
}

/** The router's link. */
export type ChartLink = ComponentType<ChartLinkProps>;
