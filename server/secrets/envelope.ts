import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

/** A text or key encrypted with AES-256-GCM. The last 16 bytes of `ciphertext` are the tag. */
export interface Sealed {
  readonly nonce: Buffer
  readonly ciphertext: Buffer
}

export const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16
const algorithm = 'aes-256-gcm'

/** A ciphertext that does not belong to its key or its context, or that was changed. */
export class NotAuthentic extends Error {}

/**
 * The associated data of a ciphertext: what it belongs to, so that it decrypts nowhere else. Each part is preceded by its
 * length, because otherwise `ab`,`c` and `a`,`bc` would be the same.
 */
function associatedData(context: readonly string[]): Buffer {
  return Buffer.concat(
    context.flatMap((part) => {
      const bytes = Buffer.from(part)
      const length = Buffer.alloc(4)
      length.writeUInt32BE(bytes.length)
      return [length, bytes]
    }),
  )
}

/** Encrypts under a random nonce of 96 bits: a data key encrypts far fewer values than would make two nonces meet. */
export function seal(key: Buffer, plain: Buffer, context: readonly string[]): Sealed {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(algorithm, key, nonce, { authTagLength: TAG_BYTES })
  cipher.setAAD(associatedData(context))
  return { nonce, ciphertext: Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]) }
}

/** Throws `NotAuthentic` when key, context or ciphertext is another one than at encryption. */
export function open(key: Buffer, { nonce, ciphertext }: Sealed, context: readonly string[]): Buffer {
  if (nonce.length !== NONCE_BYTES || ciphertext.length < TAG_BYTES) throw new NotAuthentic('it has another length')
  const end = ciphertext.length - TAG_BYTES
  const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: TAG_BYTES })
  decipher.setAAD(associatedData(context))
  decipher.setAuthTag(ciphertext.subarray(end))
  try {
    return Buffer.concat([decipher.update(ciphertext.subarray(0, end)), decipher.final()])
  } catch {
    throw new NotAuthentic('it was encrypted with another key, for another place, or was changed')
  }
}
