/** Where the product under test listens. */
export const WEB_PORT = 3_917;
/** Where the journeys switch the simulators' faults. */
export const CONTROL_PORT = 3_918;
