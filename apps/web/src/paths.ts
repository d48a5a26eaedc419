/** Every address of the application. */
export const paths = {
  home: '/',
  education: '/educational',
  contact: '/#contact',
  login: '/login',
  register: '/register',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  confirmEmail: '/confirm-email',
  termsOfService: '/terms-of-service',
  privacyPolicy: '/privacy-policy',
  dashboard: '/dashboard',
  liveChart: '/dashboard/live-chart',
  priceSignals: '/dashboard/price-signals',
  users: '/dashboard/users',
  instruments: '/dashboard/instruments',
  errors: '/dashboard/errors',
  audit: '/dashboard/audit',
  jobs: '/dashboard/jobs',
  receipt: '/dashboard/receipts/$receiptNumber',
  /** Exists in demo mode alone. */
  demoMailbox: '/outbox',
} as const;
