import type { WebModule } from '../module.ts';

export const reportsModule = {
  pages: {
    '/black-spots': () => import('./black-spots/black-spots-page.tsx'),
    '/reports': () => import('./reports/one-report-page.tsx'),
    '/report-rows': () => import('./reports/report-rows-page.tsx'),
    '/questions': () => import('./questions/questions-page.tsx'),
  },
} as const satisfies WebModule;
