import type { OwnerSecrets, SecretSource } from '../../../secrets.ts'
import { type Redactor, redactorOf } from './redactor.ts'

const redactors = new WeakMap<OwnerSecrets, Redactor>()

/** The redactor of an owner's secrets: all of them, because a server or a function may return one later. */
export function ownerRedactor(secrets: OwnerSecrets): Redactor {
  const known = redactors.get(secrets)
  if (known) return known
  const made = redactorOf(secrets.values)
  redactors.set(secrets, made)
  return made
}

/** Redacts the secrets of all owners that this process has read, for lines of its log. */
export function redactAll(source: Pick<SecretSource, 'all'>): (text: string) => string {
  return (text) => {
    let redacted = text
    for (const secrets of source.all()) redacted = ownerRedactor(secrets).text(redacted)
    return redacted
  }
}
