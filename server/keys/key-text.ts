import { createHash, randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const pattern = /^hdl_([\dA-Za-z]{8})_([\dA-Za-z]{43})_([\dA-Za-z]{6})$/
const anywhere = /hdl_[\dA-Za-z]{8}_[\dA-Za-z]{43}_/
const ID_CHARACTERS = 8
/** 256 bits of chance. */
const SECRET_CHARACTERS = 43
const CHECKSUM_CHARACTERS = 6

export interface KeyText {
  /** The public part, by which the row is found. */
  readonly id: string
  readonly text: string
}

/**
 * A new key: `hdl_`, its id, its secret and a checksum. The prefix and the checksum let scanners for leaked secrets find
 * keys without false alarms, and a key with a typing error is refused without a query.
 */
export function newKey(): KeyText {
  const id = randomText(ID_CHARACTERS)
  const body = `hdl_${id}_${randomText(SECRET_CHARACTERS)}`
  return { id, text: `${body}_${checksumOf(body)}` }
}

/** The key in a text, checked by its checksum; null for a text that is no key. */
export function readKey(text: string): KeyText | null {
  const [, id, , checksum] = pattern.exec(text) ?? []
  if (id === undefined || checksum !== checksumOf(text.slice(0, -CHECKSUM_CHARACTERS - 1))) return null
  return { id, text }
}

/** Whether a key, or the greater part of one, stands anywhere in the address, also percent-encoded. */
export function containsKey(address: string): boolean {
  return anywhere.test(address) || anywhere.test(address.replace(/%([\da-f]{2})/gi, asCharacter))
}

const asCharacter = (_: string, code: string) => String.fromCharCode(Number.parseInt(code, 16))

/**
 * The stored form of a key. A fast hash suffices: the secret has 256 bits of chance, so that nobody can try all of
 * them.
 */
export function hashOfKey(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

function randomText(length: number): string {
  return Array.from({ length }, () => digits[randomInt(digits.length)]).join('')
}

function checksumOf(body: string): string {
  let rest = crc32(body)
  let text = ''
  while (text.length < CHECKSUM_CHARACTERS) {
    text = `${digits[rest % digits.length]}${text}`
    rest = Math.floor(rest / digits.length)
  }
  return text
}
