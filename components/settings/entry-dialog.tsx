'use client'

import { type ReactNode, useId } from 'react'
import { idOfName } from '#components/people/id-of-name.ts'
import { useDialogSubmit } from '#components/shell/use-dialog-submit.ts'
import { Button } from '#components/ui/button.tsx'
import { Callout } from '#components/ui/callout.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { Field } from '#components/ui/field.tsx'
import { Input } from '#components/ui/input.tsx'
import { Kbd } from '#components/ui/kbd.tsx'
import { limits } from '#core/limits.ts'
import { canonicalId } from '#core/people/canonical-id.ts'
import type { EntrySaving } from './entry-saving.ts'

export interface EntryDialogProps {
  title: string
  description: string
  /** Its id can no longer be changed: workflows and what was decided speak of it. */
  isKnown: boolean
  name: string
  entryId: string
  onChange(change: { name: string; id: string }): void
  saving: EntrySaving
  onSubmit(): void
  onClose(): void
  children?: ReactNode
}

/** Name and id of a person or a group. Until it is typed, the id follows the name. */
export function EntryDialog(props: EntryDialogProps) {
  const { title, description, isKnown, name, entryId, onChange, saving, onSubmit, onClose, children } = props
  const form = useId()
  useDialogSubmit('Save', form)
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      width="narrow"
      title={title}
      description={description}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" type="submit" form={form} disabled={saving.isBusy || name.trim() === ''}>
            Save
            <Kbd keys="mod+enter" className="border-current bg-transparent text-current" />
          </Button>
        </>
      }
    >
      <form
        id={form}
        className="grid gap-4 pb-3"
        onSubmit={(event) => {
          event.preventDefault()
          if (!saving.isBusy && name.trim() !== '') onSubmit()
        }}
      >
        {saving.elsewhere && (
          <Callout tone="failed" alert>
            {saving.elsewhere}
          </Callout>
        )}
        <Field label="Name" error={saving.errorAt('name')}>
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
        <Field label="Id" note="as workflows write it" error={saving.errorAt('id')}>
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
      </form>
    </Dialog>
  )
}
