export { createSeatPort } from './invites.ts';
export { seatRoutes } from './routes.ts';
