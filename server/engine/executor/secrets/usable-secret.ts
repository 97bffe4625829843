import type { GrantedSecrets, SecretRefusal } from '../../../secrets.ts'
import { RequestInvalid } from '../http/read-url.ts'

export type SecretCode = SecretRefusal['code'] | 'SECRET_NOT_SET' | 'SECRET_WITHOUT_ORIGINS' | 'SECRET_IN_ORIGIN'

/** A secret that the request may not carry. */
export class SecretRefused extends RequestInvalid {
  override readonly code: SecretCode

  constructor(code: SecretCode, message: string) {
    super(message)
    this.code = code
  }
}

/** The value of a secret that has a value and origins; whether the receiver is one of them is another question. */
export function usableSecret(secrets: GrantedSecrets, name: string, readsEnvironment: boolean): string {
  const refusal = secrets.refusalOf(name)
  if (refusal) throw new SecretRefused(refusal.code, refusal.message)
  const value = secrets.find(name)
  if (value === undefined)
    throw new SecretRefused('SECRET_NOT_SET', notSet(name, 'https://api.example.com', readsEnvironment))
  if (secrets.originsOf(name).length === 0) {
    const advice = `Set HEDDLE_ORIGINS_${name} for the engine, for example to https://api.example.com.`
    throw new SecretRefused('SECRET_WITHOUT_ORIGINS', `The secret ${name} has no origins, so it is not sent. ${advice}`)
  }
  return value
}

/** The sentence about a secret that does not exist, with both ways to make it where both count. */
export function notSet(name: string, origin: string, readsEnvironment: boolean): string {
  const orElse = readsEnvironment
    ? `, or set HEDDLE_SECRET_${name} to its value and HEDDLE_ORIGINS_${name} to ${origin} for the engine`
    : ''
  return `There is no secret ${name}. Add it in the settings, under Secrets${orElse}.`
}

export const secretNotAllowed = (name: string, isStored: boolean): SecretRefused =>
  new SecretRefused(
    'SECRET_NOT_ALLOWED',
    `The secret ${name} cannot be sent to this host. Add its origin to ${isStored ? 'the secret in the settings, under Secrets' : `HEDDLE_ORIGINS_${name} for the engine`}.`,
  )

export const secretInOrigin = (source: string): SecretRefused =>
  new SecretRefused(
    'SECRET_IN_ORIGIN',
    `{{ ${source} }} cannot be used before the path of the URL. Write scheme, host and port as text.`,
  )
