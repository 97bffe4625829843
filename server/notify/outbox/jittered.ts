/** Between half and the whole of a back-off: many messages that failed together do not come back together. */
export const jittered = (ms: number): number => ms * (0.5 + Math.random() / 2)
