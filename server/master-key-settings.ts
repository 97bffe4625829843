import { join, resolve } from 'node:path'
import { EnvError } from './env-error.ts'
import type { EnvVariables } from './env-schema.ts'
import { type KeySource, keySourceProblem, type MasterKeySettings } from './secrets/master-key.ts'

/** The master keys, both checked: a start with a wrong key would encrypt secrets that no later start can read. */
export function masterKeySettings(value: EnvVariables): MasterKeySettings {
  const current = keySource('HEDDLE_MASTER_KEY', value.HEDDLE_MASTER_KEY, value.HEDDLE_MASTER_KEY_FILE)
  const previous = keySource(
    'HEDDLE_MASTER_KEY_PREVIOUS',
    value.HEDDLE_MASTER_KEY_PREVIOUS,
    value.HEDDLE_MASTER_KEY_PREVIOUS_FILE,
  )
  if (current === null && value.HEDDLE_AUTH === 'on') {
    throw new EnvError(
      'HEDDLE_MASTER_KEY_FILE or HEDDLE_MASTER_KEY must be set with HEDDLE_AUTH=on, to 32 random bytes in base64, for example from: openssl rand -base64 32',
    )
  }
  const file = join(resolve(value.HEDDLE_DATA_DIR), 'master-key')
  if (current !== null) return { current, previous }
  return { current: { from: 'made', file }, previous: previous ?? { from: 'made', file: `${file}.previous` } }
}

function keySource(setting: string, text: string | undefined, file: string | undefined): KeySource | null {
  if (text !== undefined && file !== undefined) throw new EnvError(`Set ${setting} or ${setting}_FILE, not both.`)
  const source: KeySource | null =
    text !== undefined
      ? { from: 'text', setting, text }
      : file !== undefined
        ? { from: 'file', setting: `${setting}_FILE`, file: resolve(file) }
        : null
  const problem = source && keySourceProblem(source)
  if (problem !== null) throw new EnvError(problem)
  return source
}
