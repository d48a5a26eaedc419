import { lazyRouteComponent } from '@tanstack/react-router';

/** What went wrong; its code is loaded when it is opened, as that of the others here. */
export const ErrorsPage = lazyRouteComponent(
  () => import('./features/operations/errors/ErrorsPage.tsx'),
  'ErrorsPage',
);

/** Who did what. */
export const AuditPage = lazyRouteComponent(
  () => import('./features/operations/audit/AuditPage.tsx'),
  'AuditPage',
);

/** What was written through the contact form. */
export const MessagesPage = lazyRouteComponent(
  () => import('./features/operations/messages/MessagesPage.tsx'),
  'MessagesPage',
);

/** What the queues do. */
export const JobsPage = lazyRouteComponent(
  () => import('./features/operations/jobs/JobsPage.tsx'),
  'JobsPage',
);
