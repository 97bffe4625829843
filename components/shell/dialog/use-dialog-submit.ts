'use client'

import { useMemo } from 'react'
import { useOfferActions } from '../actions/action-store.ts'
import { shellTexts } from '../texts/shell.ts'

/** ⌘↵ sends the form of a dialog from any of its fields, including fields that use Enter themselves. */
export function useDialogSubmit(label: string, formId: string): void {
  useOfferActions(
    useMemo(
      () => [
        {
          id: 'dialog.submit',
          label,
          group: shellTexts.thisDialog,
          shortcut: 'mod+enter',
          scope: 'dialog' as const,
          perform: () => {
            const form = document.getElementById(formId)
            if (form instanceof HTMLFormElement) form.requestSubmit()
          },
        },
      ],
      [label, formId],
    ),
  )
}
