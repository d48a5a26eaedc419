/** Where the product under test listens. */
export const WEB_PORT = 3_917;
/** Where the journeys switch the simulators' faults. */
export const CONTROL_PORT = 3_918;
/** Where a journey stands a proxy before the product, to take the product away. */
export const PROXY_PORT = 3_919;
