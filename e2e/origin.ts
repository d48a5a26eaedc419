import { WEB_PORT } from './ports.ts';

/** The address of the product under test. */
export const ORIGIN = `http://localhost:${WEB_PORT}`;
/** The browser's headers of a request from a page of the product. */
export const OWN_PAGE = { 'sec-fetch-site': 'same-origin', origin: ORIGIN };
/** The server's headers on every response, for responses that a journey makes up. */
export const OWN_ANSWER = { 'x-request-id': 'a-journey' };
