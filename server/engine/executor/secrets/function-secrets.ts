import { messageOf } from '#core/message-of.ts'
import { functionsOrigin, type OwnerSecrets, type SecretSource } from '../../../secrets.ts'
import { tuning } from '../tuning.ts'
import { awaitSecrets } from './await-secrets.ts'
import { notSet } from './usable-secret.ts'

/** The answer to `context.secret(name)`: the value, or the error that the call throws. */
export type SecretAnswer =
  | { readonly value: string }
  | { readonly code: string; readonly message: string; readonly retryable: boolean }

/** What a call belongs to: its owner and workflow decide which secrets it may read. */
export interface Caller {
  readonly ownerId: string
  readonly workflow: string
}

/** The answer to a call that goes on after its attempt has ended. */
export const noAttempt: SecretAnswer = {
  code: 'SECRETS_UNAVAILABLE',
  message: 'The run no longer waits for this step.',
  retryable: true,
}

const refused = (code: string, message: string): SecretAnswer => ({ code, message, retryable: false })

/** Reads a secret for a function, as it is at this moment. */
export async function secretForFunction(source: SecretSource, caller: Caller, name: string): Promise<SecretAnswer> {
  let secrets: OwnerSecrets
  try {
    secrets = await awaitSecrets(source, caller.ownerId, AbortSignal.timeout(tuning.secretsWaitMs))
  } catch (error) {
    return { ...unreadable(error), retryable: true }
  }
  const answer = granted(secrets, caller.workflow, name)
  if ('value' in answer) secrets.noteUse(name)
  return answer
}

/** The error of a step whose secrets cannot be read for now. */
export const unreadable = (error: unknown) => ({
  code: 'SECRETS_UNAVAILABLE',
  message: `Secrets cannot be read: ${messageOf(error)}`,
})

function granted({ grantedTo, readsEnvironment }: OwnerSecrets, workflow: string, name: string): SecretAnswer {
  const secrets = grantedTo(workflow)
  const refusal = secrets.refusalOf(name)
  if (refusal) return refused(refusal.code, refusal.message)
  const origins = secrets.originsOf(name)
  const value = secrets.find(name)
  if (value === undefined) return refused('SECRET_NOT_SET', notSet(name, functionsOrigin, readsEnvironment))
  if (origins.includes(functionsOrigin)) return { value }
  const where = secrets.isStored(name)
    ? 'the origins of the secret in the settings, under Secrets'
    : `HEDDLE_ORIGINS_${name} for the engine`
  return refused(
    origins.length === 0 ? 'SECRET_WITHOUT_ORIGINS' : 'SECRET_NOT_ALLOWED',
    `Functions are not allowed to read the secret ${name}. Add the word functions to ${where}.`,
  )
}
