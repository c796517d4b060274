import type { WebModule } from '../module.ts';

export const afterTicketModule = {
  pages: {
    '/ticket-rules': () => import('./ticket-rules/ticket-rules-page.tsx'),
    '/obligations': () => import('./obligations/obligations-page.tsx'),
    '/disputes': () => import('./disputes/disputes-page.tsx'),
    '/court': () => import('./court/court-page.tsx'),
    '/holds': () => import('./holds/holds-page.tsx'),
    '/messages': () => import('./messages/messages-page.tsx'),
  },
  slots: {
    'head of a booking': {
      load: async () => (await import('./papers/ticket-papers.tsx')).PapersOfBooking,
    },
    'head of a collision': {
      load: async () => (await import('./papers/print-collision.tsx')).PrintCollision,
      wanted: 'soon',
    },
    'ticket of a booking': {
      load: async () => (await import('./papers/ticket-papers.tsx')).TicketButtons,
      wanted: 'soon',
    },
    'below a penalty': {
      load: async () => (await import('./obligations/penalty-of-fine.tsx')).PenaltyOfFine,
    },
    'below the fines': {
      load: async () => (await import('./after-ticket.tsx')).AfterTicket,
    },
    'rare acts of a booking': {
      load: async () => (await import('./holds/ticket-holds.tsx')).TicketHolds,
      needs: 'see history',
    },
    'end of a booking': {
      load: async () => (await import('./messages/booking-messages.tsx')).BookingMessages,
      needs: 'see messages',
      wanted: 'soon',
    },
    'stored ticket': {
      load: async () => (await import('./papers/ticket-papers.tsx')).StoredTicket,
    },
    'practised ticket': {
      load: async () => (await import('./papers/ticket-papers.tsx')).PracticeTicket,
    },
    'chosen bookings': {
      load: async () => (await import('./papers/ticket-papers.tsx')).PrintTickets,
    },
  },
} as const satisfies WebModule;
