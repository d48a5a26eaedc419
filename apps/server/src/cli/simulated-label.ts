/** The first line of a file whose prices a simulator told. */
export const SIMULATED_LABEL = '# Simulated';
