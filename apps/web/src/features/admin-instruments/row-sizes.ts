/** Height of a row of a list, px; a second line on a phone. */
export const ROW_PX = 30;
export const PHONE_ROW_PX = 60;
/** Height of a list of instruments before it scrolls. */
export const LIST_PX = 420;
/** Height of a list of contracts inside its group. */
export const CONTRACTS_PX = 200;
