'use client'

import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#components/ui/controls/button.tsx'
import { Field } from '#components/ui/controls/field.tsx'
import { Input } from '#components/ui/controls/input.tsx'
import { Callout } from '#components/ui/layout/callout.tsx'
import { Dialog } from '#components/ui/overlay/dialog.tsx'
import { copyText } from '#components/ui/text/copy-text.ts'
import { memberTexts } from '../texts/members.ts'

/** The link of an invitation. The token travels behind `#`, so that no server writes it into a log. */
const linkOf = (token: string): string => `${window.location.origin}/invite#t=${token}`

interface LinkDialogProps {
  readonly token: string
  /** Whether the link was mailed, too. */
  readonly mail: 'none' | 'sent' | 'failed'
  onClose(): void
}

/** The link of a new invitation, which is shown this once. */
export function LinkDialog({ token, mail, onClose }: LinkDialogProps) {
  const [copied, setCopied] = useState(false)
  const link = linkOf(token)
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={memberTexts.linkTitle}
      description={memberTexts.linkAbout}
      footer={
        <>
          <Button onClick={onClose}>{memberTexts.done}</Button>
          <Button
            look="primary"
            icon={copied ? <Check /> : <Copy />}
            onClick={async () => setCopied(await copyText(link))}
          >
            {copied ? memberTexts.copied : memberTexts.copyLink}
          </Button>
        </>
      }
    >
      <div className="grid gap-3 pb-3">
        {mail !== 'none' && (
          <Callout tone={mail === 'sent' ? 'done' : 'failed'} alert={mail === 'failed'}>
            {mail === 'sent' ? memberTexts.linkMailed : memberTexts.linkNotMailed}
          </Callout>
        )}
        <Field label={memberTexts.link}>
          {(control) => (
            <Input
              {...control}
              readOnly
              value={link}
              className="font-mono text-code"
              onFocus={(event) => event.target.select()}
            />
          )}
        </Field>
      </div>
    </Dialog>
  )
}
