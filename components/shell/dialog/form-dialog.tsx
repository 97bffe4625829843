'use client'

import { type ReactNode, useId } from 'react'
import { Button } from '#components/ui/controls/button.tsx'
import { Kbd } from '#components/ui/controls/kbd.tsx'
import { Dialog } from '#components/ui/overlay/dialog.tsx'
import { useDialogSubmit } from './use-dialog-submit.ts'

export interface FormDialogProps {
  title: ReactNode
  description?: ReactNode
  /** The label of the button, and by default of the action behind ⌘↵. */
  verb: string
  action?: string
  /** The action cannot be undone. */
  danger?: boolean | undefined
  /** The label of the cancel button. */
  leave?: string
  canSubmit: boolean
  onSubmit(): void
  onClose(): void
  /** Content at the other end of the row of buttons. */
  aside?: ReactNode
  /** `side`: the dialog leaves its subject in view. */
  place?: 'centre' | 'side'
  children: ReactNode
}

/** A dialog with a few fields and one action, performed by its button, by Enter in a field, or by ⌘↵ in any field. */
export function FormDialog(props: FormDialogProps) {
  const { title, description, verb, action = verb, canSubmit, onSubmit, onClose, aside, children } = props
  const { danger = false, leave = 'Cancel', place = 'centre' } = props
  const form = useId()
  useDialogSubmit(action, form)
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      width="narrow"
      place={place}
      title={title}
      description={description}
      footer={
        <>
          {aside && <div className="mr-auto">{aside}</div>}
          <Button onClick={onClose}>{leave}</Button>
          <Button look={danger ? 'danger' : 'primary'} type="submit" form={form} disabled={!canSubmit}>
            {verb}
            <span aria-hidden="true">
              <Kbd keys="mod+enter" className="border-current bg-transparent text-current" />
            </span>
          </Button>
        </>
      }
    >
      <form
        id={form}
        noValidate
        className="grid grid-cols-[minmax(0,1fr)] gap-4 pb-3"
        onSubmit={(event) => {
          event.preventDefault()
          // ⌘↵ bypasses the button's disabled state, unlike Enter, so it is checked here.
          if (canSubmit) onSubmit()
        }}
      >
        {children}
      </form>
    </Dialog>
  )
}
