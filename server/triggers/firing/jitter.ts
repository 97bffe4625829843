import { createHash } from 'node:crypto'

/** A delay from zero up to the bound, always the same for one firing: engines agree about it. */
export function jitterMs(firing: string, seconds: number): number {
  if (seconds <= 0) return 0
  const share = createHash('sha256').update(firing).digest().readUInt32BE() / 2 ** 32
  return Math.floor(share * seconds * 1000)
}
