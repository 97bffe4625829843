'use client'

import type { ReactNode } from 'react'
import { FormDialog } from '#components/shell/dialog/form-dialog.tsx'
import { Field } from '#components/ui/controls/field.tsx'
import { Input } from '#components/ui/controls/input.tsx'
import { Callout } from '#components/ui/layout/callout.tsx'
import { limits } from '#core/limits.ts'
import { canonicalId } from '#core/people/canonical-id.ts'
import { idOfName } from '#core/people/id-of-name.ts'
import type { EntrySaving } from './entry-saving.ts'
import { settingsTexts } from './texts/settings.ts'

export interface EntryDialogProps {
  title: string
  description: string
  /** The id is fixed: workflows and past decisions refer to it. */
  isKnown: boolean
  name: string
  entryId: string
  onChange(change: { name: string; id: string }): void
  saving: EntrySaving
  onSubmit(): void
  onClose(): void
  children?: ReactNode
}

/** Name and id of a person or a group. The id follows the name until the id itself is edited. */
export function EntryDialog(props: EntryDialogProps) {
  const { title, description, isKnown, name, entryId, onChange, saving, onSubmit, onClose, children } = props
  return (
    <FormDialog
      title={title}
      description={description}
      verb={settingsTexts.save}
      canSubmit={!saving.isBusy && name.trim() !== ''}
      onSubmit={onSubmit}
      onClose={onClose}
    >
      {saving.elsewhere && (
        <Callout tone="failed" alert>
          {saving.elsewhere}
        </Callout>
      )}
      <Field label={settingsTexts.name} error={saving.errorAt('name')}>
        {(control) => (
          <Input
            {...control}
            value={name}
            autoFocus
            autoComplete="off"
            maxLength={limits.directory.nameCharacters}
            onChange={(event) => {
              const next = event.target.value
              const follows = !isKnown && entryId === idOfName(name)
              onChange({ name: next, id: follows ? idOfName(next) : entryId })
            }}
          />
        )}
      </Field>
      <Field label={settingsTexts.id} note={settingsTexts.asUsedInWorkflows} error={saving.errorAt('id')}>
        {(control) => (
          <Input
            {...control}
            className="font-mono text-code"
            value={entryId}
            autoComplete="off"
            spellCheck={false}
            disabled={isKnown}
            onChange={(event) => onChange({ name, id: event.target.value })}
            onBlur={() => onChange({ name, id: canonicalId(entryId) })}
          />
        )}
      </Field>
      {children}
    </FormDialog>
  )
}
