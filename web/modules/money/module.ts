import type { WebModule } from '../module.ts';

export const moneyModule = {
  pages: {
    '/reconciliation': () => import('./reconciliation/reconciliation-page.tsx'),
    '/payments': () => import('./payments/payments-page.tsx'),
    '/refunds': () => import('./refunds/refunds-page.tsx'),
  },
  slots: {
    'money of an exception': {
      load: async () => (await import('./refunds/exception-money.tsx')).ExceptionMoney,
    },
  },
} as const satisfies WebModule;
