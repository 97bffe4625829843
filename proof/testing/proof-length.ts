/** The short form of `npm run proof`, for every change: the same proofs for less time. */
export const isShortProof = process.env.HEDDLE_PROOF === 'short'
