/** The first of three consecutive ports; parallel runs choose different ones. */
const FIRST_PORT = Number(process.env.JOURNEYS_PORT ?? 3_917);

/** The port of the product under test. */
export const WEB_PORT = FIRST_PORT;
/** The port through which journeys set the simulators' faults. */
export const CONTROL_PORT = FIRST_PORT + 1;
/** The port of a journey's proxy before the product. */
export const PROXY_PORT = FIRST_PORT + 2;
