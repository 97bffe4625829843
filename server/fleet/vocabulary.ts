/**
 * The number of the vocabulary that this version understands: kinds of events, columns and rows of the queue. It is
 * raised with each release that adds to one of them; the new parts are written once the whole installation speaks it.
 */
export const speaks = 1
