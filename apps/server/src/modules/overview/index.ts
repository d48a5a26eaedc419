export { overviewRoute } from './routes.ts';
