import { createHash } from 'node:crypto'

/** A short reference made from a key: the same key, at whatever attempt, gives the same reference. */
export function reference(prefix: string, key: string): string {
  return `${prefix}_${digest(key)}`
}

/** A whole number from 0 to `below` - 1 that depends on nothing but the text. */
export function numberFrom(text: string, below: number): number {
  return Number(BigInt(`0x${digest(text)}`) % BigInt(below))
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12)
}
