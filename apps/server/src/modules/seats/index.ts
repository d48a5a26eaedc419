export { createSeatPort } from './claim-invite.ts';
export { seatRoutes } from './routes.ts';
