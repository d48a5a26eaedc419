export { contactJobs, contactRoutes } from './contact.ts';
