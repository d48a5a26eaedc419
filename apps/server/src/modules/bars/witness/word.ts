/** What a witness says of a bar; one that has not seen its time is silent. */
export type Word = 'confirms' | 'contradicts' | 'silent';
