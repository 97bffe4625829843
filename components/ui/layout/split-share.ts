/** The share of the upper of two parts: neither part becomes so small that it cannot be found again. */
export const usualShare = 0.6
const least = 0.15
const most = 0.85
const step = 0.05

export const boundedShare = (share: number): number => Math.min(most, Math.max(least, share))

/** The share after a key on the separator; null for a key that does not move it. */
export function shareAfterKey(share: number, key: string): number | null {
  switch (key) {
    case 'ArrowUp':
      return boundedShare(share - step)
    case 'ArrowDown':
      return boundedShare(share + step)
    case 'Home':
      return least
    case 'End':
      return most
    case 'Enter':
      return usualShare
    default:
      return null
  }
}

/** Reads a stored share; anything else is the usual share. */
export function readShare(text: string | null): number {
  const share = Number(text)
  return text === null || text === '' || !Number.isFinite(share) ? usualShare : boundedShare(share)
}
