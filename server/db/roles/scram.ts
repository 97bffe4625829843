import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'

const ITERATIONS = 4_096
const SALT_BYTES = 16
const KEY_BYTES = 32

/**
 * The verifier of a password as PostgreSQL stores it (RFC 5803). A statement with the verifier in place of the password
 * leaves no password in the server's log.
 */
export function scramVerifier(password: string): string {
  const salt = randomBytes(SALT_BYTES)
  const salted = pbkdf2Sync(password, salt, ITERATIONS, KEY_BYTES, 'sha256')
  const keyOf = (name: string) => createHmac('sha256', salted).update(name).digest()
  const stored = createHash('sha256').update(keyOf('Client Key')).digest('base64')
  return `SCRAM-SHA-256$${ITERATIONS}:${salt.toString('base64')}$${stored}:${keyOf('Server Key').toString('base64')}`
}
