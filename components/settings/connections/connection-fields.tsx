'use client'

import type { ConnectionEntry } from '#components/api/models.ts'
import { Field } from '#components/ui/controls/field.tsx'
import { Input } from '#components/ui/controls/input.tsx'
import { Select } from '#components/ui/controls/select.tsx'
import { type ConnectionField, connectionCatalogue } from '#core/definition/connections/kinds.ts'
import { type ConnectionForm, entersSecrets, needsSecrets } from './connection-form.ts'
import { connectionsTexts } from './texts/connections.ts'

export interface ConnectionFieldsProps {
  form: ConnectionForm
  before: ConnectionEntry | null
  errorAt(field: string): string | undefined
  onChange(form: ConnectionForm): void
}

/** The fields of a kind, secrets last. */
export function ConnectionFields(props: ConnectionFieldsProps) {
  const { form, before } = props
  const isMoved = before !== null && before.secretFields.length > 0 && needsSecrets(form, before)
  const replaces = before !== null && before.secretFields.length > 1 && entersSecrets(form)
  return (
    <>
      {connectionCatalogue[form.kind].fields.map((field) => (
        <OneField key={field.key} field={field} {...props} />
      ))}
      {(isMoved || replaces) && (
        <p className="text-small text-muted" role="status">
          {isMoved ? connectionsTexts.again : connectionsTexts.replacesAll}
        </p>
      )}
    </>
  )
}

function OneField({ field, form, before, errorAt, onChange }: ConnectionFieldsProps & { field: ConnectionField }) {
  const { key, label, kind, required, placeholder, choices, choiceWords } = field
  const isSecret = kind === 'secret'
  const part = isSecret ? 'secrets' : 'settings'
  const value = form[part][key] ?? ''
  const set = (next: string) => onChange({ ...form, [part]: { ...form[part], [key]: next } })
  const isKept = before?.secretFields.includes(key) && !needsSecrets(form, before)
  const hint = isSecret
    ? isKept
      ? connectionsTexts.keepHint
      : (field.help ?? connectionsTexts.secretHint)
    : field.help
  return (
    <Field
      label={label}
      required={required === true && !isKept}
      {...(hint !== undefined && { hint })}
      error={errorAt(`${part}.${key}`)}
    >
      {(control) =>
        kind === 'choice' ? (
          <Select
            {...control}
            value={value}
            options={(choices ?? []).map((choice) => ({ value: choice, label: choiceWords?.[choice] ?? choice }))}
            onValueChange={set}
          />
        ) : (
          <Input
            {...control}
            type={isSecret ? 'password' : 'text'}
            value={value}
            placeholder={placeholder}
            inputMode={kind === 'port' ? 'numeric' : undefined}
            autoComplete={isSecret ? 'new-password' : 'off'}
            spellCheck={false}
            onChange={(event) => set(event.target.value)}
          />
        )
      }
    </Field>
  )
}
