'use client'

import { useId } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { NameField } from './name-field.tsx'

export interface NameDialogProps {
  title: string
  verb: string
  name: string
  onName(name: string): void
  error: string | undefined
  isBusy: boolean
  onClose(): void
  onSubmit(): void
}

/** Asks for the name of a workflow. */
export function NameDialog({ title, verb, name, onName, error, isBusy, onClose, onSubmit }: NameDialogProps) {
  const form = useId()
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      width="narrow"
      title={title}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" type="submit" form={form} disabled={isBusy || name.trim() === ''}>
            {verb}
          </Button>
        </>
      }
    >
      <form
        id={form}
        className="pb-3"
        onSubmit={(event) => {
          event.preventDefault()
          onSubmit()
        }}
      >
        <NameField name={name} onName={onName} error={error} />
      </form>
    </Dialog>
  )
}
