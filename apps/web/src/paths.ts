/** Every address of the application. */
export const paths = {
  home: '/',
  dashboard: '/dashboard',
  liveChart: '/dashboard/live-chart',
} as const;
