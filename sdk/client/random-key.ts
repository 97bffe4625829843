/** A random idempotency key. `crypto.randomUUID` exists only on pages that were loaded securely; this works on all. */
export function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
