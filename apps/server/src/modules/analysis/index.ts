export { type AnalysisDeps, analysisRoutes } from './routes.ts';
