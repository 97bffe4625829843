/** Number of drawn cases of a property: few in `npm test`, for each change; many in the whole `npm run proof`. */
export const samples = (inTest: number, inProof: number): number =>
  process.env.HEDDLE_PROOF === 'full' ? inProof : inTest
