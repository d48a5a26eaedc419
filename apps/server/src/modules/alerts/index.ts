import '../../offered-studies.ts';

export { deliveryJobs } from './deliver/delivery-jobs.ts';
export { createWebhooks, type Webhooks } from './deliver/webhooks.ts';
export { createAlertEngine } from './engine/alert-engine.ts';
export { createListAlerts } from './list-alerts.ts';
export { alertRoutes } from './routes.ts';
export { followScreens } from './screens/follow-screens.ts';
export { createScreenEngine } from './screens/screen-engine.ts';
