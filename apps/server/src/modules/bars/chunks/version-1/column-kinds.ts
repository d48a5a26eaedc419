/** How a column is packed: numbers below 64 are the decimals of whole numbers. */
export const RAW = 255;
export const ABSENT = 254;
