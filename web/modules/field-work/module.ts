import type { WebModule } from '../module.ts';

export const fieldWorkModule = {
  pages: {
    '/check-ticket': () => import('./check-ticket/check-ticket-page.tsx'),
  },
  slots: {
    'own day': { load: async () => (await import('./my-day/own-day.tsx')).OwnDay, needs: 'book' },
    'devices of an account': {
      load: async () => (await import('./devices/device-list.tsx')).DeviceCard,
    },
  },
} as const satisfies WebModule;
