import { limits } from '#core/limits.ts'
import type { RunError } from '../words.ts'

/** The identity of a failure, for readers who look for a common cause. */
export interface Fingerprint {
  /** Sixteen hexadecimal digits, the same for the same workflow, step, code and shape of the message. */
  readonly id: string
  /** The message with its variable parts replaced: numbers by `#`, ids, quoted texts and addresses by `…`. */
  readonly shape: string
}

/** Groups a run's failure with others of the same cause. */
export function fingerprintOf(workflow: string, error: RunError): Fingerprint {
  const shape = shapeOf(error.message)
  return { id: hash(JSON.stringify([workflow, error.step ?? '', error.code, shape])), shape }
}

function shapeOf(message: string): string {
  return (
    message
      .slice(0, 4 * limits.search.shapeCharacters)
      .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi, '…')
      .replace(/\bhttps?:\/\/\S+/gi, '…')
      .replace(/"[^"]*"|'[^']*'|`[^`]*`/g, '…')
      .replace(/\b[0-9a-f]{16,}\b/gi, '…')
      .replace(/\d+(?:[.,:]\d+)*/g, '#')
      .replace(/[\s\p{Cc}]+/gu, ' ')
      .trim()
      .slice(0, limits.search.shapeCharacters)
      // A lone surrogate, from the message or from the cut, cannot be stored.
      .toWellFormed()
  )
}

/** A 64-bit FNV-1a hash over UTF-16 units: equal on every machine, and not used for security. */
function hash(text: string): string {
  let value = 0xcbf29ce484222325n
  for (let index = 0; index < text.length; index += 1) {
    value = BigInt.asUintN(64, (value ^ BigInt(text.charCodeAt(index))) * 0x100000001b3n)
  }
  return value.toString(16).padStart(16, '0')
}
