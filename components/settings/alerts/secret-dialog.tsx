'use client'

import { useState } from 'react'
import { FormDialog } from '#components/shell/dialog/form-dialog.tsx'
import { Button } from '#components/ui/controls/button.tsx'
import { copyText } from '#components/ui/text/copy-text.ts'
import { uiTexts } from '#components/ui/texts/ui.ts'
import { alertsTexts } from './texts/alerts.ts'

/** The secret of a webhook, shown once. */
export function SecretDialog({ secret, onClose }: { secret: string; onClose(): void }) {
  const [isCopied, setCopied] = useState(false)
  return (
    <FormDialog
      title={alertsTexts.secretTitle}
      description={alertsTexts.secretAbout}
      verb={alertsTexts.done}
      canSubmit
      onSubmit={onClose}
      onClose={onClose}
      aside={
        <Button type="button" onClick={async () => setCopied(await copyText(secret))}>
          {isCopied ? uiTexts.copied : alertsTexts.copy}
        </Button>
      }
    >
      <p className="rounded-s border bg-sunken p-3 font-mono text-code wrap-anywhere">{secret}</p>
    </FormDialog>
  )
}
