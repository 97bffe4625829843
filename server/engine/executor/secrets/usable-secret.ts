import type { Secrets } from '../../../secrets.ts'
import { RequestInvalid } from '../http/read-url.ts'

export type SecretCode = 'SECRET_NOT_SET' | 'SECRET_WITHOUT_ORIGINS' | 'SECRET_NOT_ALLOWED' | 'SECRET_IN_ORIGIN'

/** A secret that the request may not carry. */
export class SecretRefused extends RequestInvalid {
  override readonly code: SecretCode

  constructor(code: SecretCode, message: string) {
    super(message)
    this.code = code
  }
}

/** The value of a secret that has a value and origins; whether the receiver is one of them is another question. */
export function usableSecret({ find, originsOf }: Secrets, name: string): string {
  const value = find(name)
  if (value === undefined) {
    const message = `There is no secret ${name}. Set HEDDLE_SECRET_${name} and HEDDLE_ORIGINS_${name} for the engine.`
    throw new SecretRefused('SECRET_NOT_SET', message)
  }
  if (originsOf(name).length === 0) {
    const advice = `Set HEDDLE_ORIGINS_${name} for the engine, for example to https://api.example.com.`
    throw new SecretRefused('SECRET_WITHOUT_ORIGINS', `The secret ${name} has no origins, so it is not sent. ${advice}`)
  }
  return value
}

export const secretNotAllowed = (name: string): SecretRefused =>
  new SecretRefused(
    'SECRET_NOT_ALLOWED',
    `The secret ${name} cannot be sent to this host. Add its origin to HEDDLE_ORIGINS_${name} for the engine.`,
  )

export const secretInOrigin = (source: string): SecretRefused =>
  new SecretRefused(
    'SECRET_IN_ORIGIN',
    `{{ ${source} }} cannot be used before the path of the URL. Write scheme, host and port as text.`,
  )
