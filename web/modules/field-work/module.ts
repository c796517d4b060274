import type { WebModule } from '../module.ts';

export const fieldWorkModule = {
  pages: {
    '/my-day': () => import('./my-day/my-day-page.tsx'),
    '/check-ticket': () => import('./check-ticket/check-ticket-page.tsx'),
  },
  slots: {
    'devices of an account': {
      load: async () => (await import('./devices/device-list.tsx')).DeviceCard,
    },
  },
} as const satisfies WebModule;
