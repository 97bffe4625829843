import type { ConnectionEntry } from '#components/api/models.ts'
import { type ConnectionKind, openFields, secretFields } from '#core/definition/connections/kinds.ts'
import { readSettings, receiverOf } from '#core/definition/connections/read-settings.ts'

/** The fields of the dialog as they are typed. */
export interface ConnectionForm {
  readonly name: string
  readonly kind: ConnectionKind
  readonly settings: Readonly<Record<string, string>>
  readonly secrets: Readonly<Record<string, string>>
  /** One a line. */
  readonly workflows: string
}

export const emptyForm = (kind: ConnectionKind): ConnectionForm => ({
  name: '',
  kind,
  settings: Object.fromEntries(openFields(kind).map((field) => [field.key, field.default ?? ''])),
  secrets: {},
  workflows: '',
})

export const formOf = ({ name, kind, settings, workflows }: ConnectionEntry): ConnectionForm => ({
  ...emptyForm(kind),
  name,
  settings: { ...emptyForm(kind).settings, ...settings },
  workflows: workflows.join('\n'),
})

/** Whether the secrets have to be entered: for a new connection, and for another receiver. */
export function needsSecrets({ kind, settings }: ConnectionForm, before: ConnectionEntry | null): boolean {
  if (!before) return true
  const read = readSettings(kind, settings)
  return read.ok && receiverOf(kind, read.settings) !== receiverOf(kind, before.settings)
}

export const entersSecrets = ({ secrets }: ConnectionForm): boolean =>
  Object.values(secrets).some((value) => value !== '')

/** Whether each required field is filled in; the server checks what is in it. */
export function isComplete(form: ConnectionForm, before: ConnectionEntry | null): boolean {
  const { name, kind, settings, secrets } = form
  const isFilled = openFields(kind).every(({ key, required }) => !required || (settings[key] ?? '').trim() !== '')
  const asks = needsSecrets(form, before) || entersSecrets(form)
  const isSecret = !asks || secretFields(kind).every(({ key, required }) => !required || (secrets[key] ?? '') !== '')
  return name !== '' && isFilled && isSecret
}

/** What the server is asked for. Without secrets, the stored ones stay. */
export function requestOf(form: ConnectionForm, before: ConnectionEntry | null) {
  const { name, settings, secrets, workflows } = form
  return {
    name,
    settings,
    ...((needsSecrets(form, before) || entersSecrets(form)) && { secrets }),
    workflows: workflows
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  }
}
