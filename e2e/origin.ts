import { WEB_PORT } from './ports.ts';

/** Where the product under test is reached. */
export const ORIGIN = `http://localhost:${WEB_PORT}`;
/** What the browser says of a request that a page of ours makes. */
export const OWN_PAGE = { 'sec-fetch-site': 'same-origin', origin: ORIGIN };
/** What the server puts on each of its answers, for one that a journey makes up in its place. */
export const OWN_ANSWER = { 'x-request-id': 'a-journey' };
