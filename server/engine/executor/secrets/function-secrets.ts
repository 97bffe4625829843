import { functionsOrigin, type Secrets } from '../../../secrets.ts'

/** The secrets of a function thread: the values that are granted to functions, and why other secrets are refused. */
export interface FunctionSecrets {
  readonly values: Readonly<Record<string, string>>
  readonly refused: Readonly<Record<string, 'SECRET_WITHOUT_ORIGINS' | 'SECRET_NOT_ALLOWED'>>
}

export function functionSecrets({ names, find, originsOf }: Secrets): FunctionSecrets {
  const values: Record<string, string> = {}
  const refused: Record<string, 'SECRET_WITHOUT_ORIGINS' | 'SECRET_NOT_ALLOWED'> = {}
  for (const name of names) {
    const origins = originsOf(name)
    if (origins.includes(functionsOrigin)) values[name] = find(name) ?? ''
    else refused[name] = origins.length === 0 ? 'SECRET_WITHOUT_ORIGINS' : 'SECRET_NOT_ALLOWED'
  }
  return { values, refused }
}

/** The error of `context.secret(name)`; its name becomes the code of the step's error. */
class SecretUnavailable extends Error {
  readonly retryable = false

  constructor(code: string, message: string) {
    super(message)
    this.name = code
  }
}

export function secretReader({ values, refused }: FunctionSecrets): (name: string) => string {
  return (name) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined
    if (value !== undefined) return value
    const code = Object.hasOwn(refused, name) ? refused[name] : undefined
    if (code === undefined) {
      const settings = `HEDDLE_SECRET_${name} to its value and HEDDLE_ORIGINS_${name} to functions`
      throw new SecretUnavailable('SECRET_NOT_SET', `There is no secret ${name}. Set ${settings} for the engine.`)
    }
    const advice = `Add the word functions to HEDDLE_ORIGINS_${name} for the engine.`
    throw new SecretUnavailable(code, `Functions are not allowed to read the secret ${name}. ${advice}`)
  }
}
