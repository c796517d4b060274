import type { WebModule } from '../module.ts';

export const moneyModule = {
  pages: {
    '/reconciliation': () => import('./reconciliation/reconciliation-page.tsx'),
    '/refunds': () => import('./refunds/refunds-page.tsx'),
  },
  slots: {
    'money of an exception': {
      load: async () => (await import('./refunds/exception-money.tsx')).ExceptionMoney,
    },
    'money of an offence': {
      load: async () => (await import('./refunds/money-back.tsx')).OffenceMoney,
    },
  },
} as const satisfies WebModule;
