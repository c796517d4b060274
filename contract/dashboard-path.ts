/** The path of the call that a dashboard opens with; by itself, for what runs before the application. */
export const dashboardPath = '/api/v1/dashboard';
