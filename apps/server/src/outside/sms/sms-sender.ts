/** Sends a short message to a number in E.164; rejects when it was not taken. */
export type SmsSender = { send: (message: { to: string; text: string }) => Promise<void> };
