import { lazyRouteComponent } from '@tanstack/react-router';

export const ErrorsPage = lazyRouteComponent(
  () => import('./features/operations/errors/ErrorsPage.tsx'),
  'ErrorsPage',
);

export const AuditPage = lazyRouteComponent(
  () => import('./features/operations/audit/AuditPage.tsx'),
  'AuditPage',
);

export const MessagesPage = lazyRouteComponent(
  () => import('./features/operations/messages/MessagesPage.tsx'),
  'MessagesPage',
);

export const JobsPage = lazyRouteComponent(
  () => import('./features/operations/jobs/JobsPage.tsx'),
  'JobsPage',
);
