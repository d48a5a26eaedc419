/** The first of three ports, one after the other; runs that go side by side name one each. */
const FIRST_PORT = Number(process.env.JOURNEYS_PORT ?? 3_917);

/** Where the product under test listens. */
export const WEB_PORT = FIRST_PORT;
/** Where the journeys switch the simulators' faults. */
export const CONTROL_PORT = FIRST_PORT + 1;
/** Where a journey stands a proxy before the product, to take the product away. */
export const PROXY_PORT = FIRST_PORT + 2;
